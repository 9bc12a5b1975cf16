"""The Calcutta auction: lots and their order, the rules of a sale, bidding, and what the lots come to in money.

Source: docs/rules/calcutta.md.
"""
