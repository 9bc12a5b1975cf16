"""What the cash box, the books and the sheets of money show."""
