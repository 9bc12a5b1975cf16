"""The chouette: one box against a crew, kept as options, people and what happened at the table.

Everything else follows: order, captain, contracts, points, money. Source: docs/rules/chouette.md.
"""
