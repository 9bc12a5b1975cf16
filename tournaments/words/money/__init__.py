"""The words of the cash box, the prize fund and the auction."""
