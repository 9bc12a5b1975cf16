"""Actions of jackpots: queues, who joins and leaves them, what starts, splits and vouchers."""
