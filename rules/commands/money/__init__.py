"""Commands about money: prize funds, auctions, and what a lot is worth."""
