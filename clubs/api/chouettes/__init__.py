"""The API of chouettes."""
