"""URLs of chouettes."""

from django.urls import path

from clubs.pages.chouettes import (
    club_view,
    correction_view,
    ending_view,
    house_view,
    import_view,
    sheet_view,
    tables_view,
    view,
)

urlpatterns = [
    path("clubs/<int:pk>/chouettes/", club_view.club_chouettes, name="club_chouettes"),
    path("clubs/<int:pk>/chouettes/new/", club_view.chouette_new, name="chouette_new"),
    path("clubs/<int:pk>/chouettes/pad.pdf", club_view.club_chouette_pad, name="club_chouette_pad"),
    path("clubs/<int:pk>/chouettes/rules/", house_view.chouette_rules, name="club_chouette_rules"),
    path("clubs/<int:pk>/chouettes/money/", house_view.chouette_money, name="chouette_money"),
    path("clubs/<int:pk>/chouettes/import/", import_view.chouette_import, name="chouette_import"),
    path("chouettes/l/<str:secret>/", sheet_view.chouette_link, name="chouette_link"),
    path("chouettes/<int:pk>/", view.chouette, name="chouette"),
    path("chouettes/<int:pk>/sheet/", sheet_view.chouette_sheet, name="chouette_sheet"),
    path("chouettes/<int:pk>/follow/", sheet_view.chouette_follow, name="chouette_follow"),
    path("chouettes/<int:pk>/payments/", ending_view.chouette_payments, name="chouette_payments"),
    path("chouettes/<int:pk>/closing/", ending_view.chouette_closing, name="chouette_closing"),
    path("chouettes/<int:pk>/tables/", tables_view.chouette_tables, name="chouette_tables"),
    path("chouettes/<int:pk>/wall/", view.chouette_wall, name="chouette_wall"),
    path("chouettes/<int:pk>/sheet.pdf", sheet_view.chouette_paper, {"what": "sheet"}, name="chouette_sheet_pdf"),
    path("chouettes/<int:pk>/pad.pdf", sheet_view.chouette_paper, {"what": "pad"}, name="chouette_pad_pdf"),
    path("chouettes/<int:pk>/session.json", sheet_view.chouette_file, name="chouette_file"),
    path(
        "chouettes/<int:pk>/games/<int:number>/correction/", correction_view.chouette_correction,
        name="chouette_correction",
    ),
]  # fmt: skip
