"""What an auctioneer does: each function opens one page of the memory, or is a step of others."""
