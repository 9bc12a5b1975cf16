"""What players do from their phones and their slips: links, PINs, mail addresses."""
