"""Paper about money: receipts, auction and payout lists, the closing proof."""
