"""Money: fees, prize funds, payouts, and the Calcutta auction, in whole minor units and exact fractions.

Source: docs/rules/prizes.md.
"""
