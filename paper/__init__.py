"""Paper: fonts, the print canvas, PDF. The only room that imports WeasyPrint."""
