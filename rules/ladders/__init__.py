"""Club ladders: who may challenge whom, until when, and who moves where, and why. Source: docs/rules/ladders.md."""
