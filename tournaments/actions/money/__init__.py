"""Actions of the cash box: fees, payers, money that changes hands, drawers, and closing the books."""
