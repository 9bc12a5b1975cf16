"""The API of auctions."""
