"""Auctions as pages, actions and answers read them: lots, sales, bids and their money."""
