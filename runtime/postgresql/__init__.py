"""Django's back end for PostgreSQL, which asks an idle connection without a statement whether it still works."""
