"""URLs of the API of chouettes, below ``/api/v1/``."""

from django.urls import path

from clubs.api.chouettes import ledger, table, views

urlpatterns = [
    path("clubs/<int:pk>/chouettes/", views.ClubChouettes.as_view(), name="api_club_chouettes"),
    path("clubs/<int:pk>/chouettes/import/", views.ChouetteImport.as_view(), name="api_chouette_import"),
    path("clubs/<int:pk>/chouettes/rules/", views.ChouetteHouseRules.as_view(), name="api_chouette_rules"),
    path("clubs/<int:pk>/chouettes/money/", views.ChouetteMoney.as_view(), name="api_chouette_money"),
    path("chouettes/<int:pk>/", table.ChouetteOne.as_view(), name="api_chouette"),
    path("chouettes/<int:pk>/actions/", table.ChouetteActions.as_view(), name="api_chouette_actions"),
    path("chouettes/<int:pk>/sheet/", table.ChouetteSheet.as_view(), name="api_chouette_sheet"),
    path("chouettes/<int:pk>/entries/", table.ChouetteEntries.as_view(), name="api_chouette_entries"),
    path("chouettes/<int:pk>/file/", table.ChouetteFile.as_view(), name="api_chouette_file"),
    path(
        "chouettes/<int:pk>/games/<int:number>/correction/", table.GameCorrection.as_view(),
        name="api_chouette_correction",
    ),
    path(
        "chouettes/<int:pk>/games/<int:number>/correction/preview/", table.GamePreview.as_view(),
        name="api_chouette_correction_preview",
    ),
    path("chouettes/<int:pk>/payments/", ledger.TablePayments.as_view(), name="api_chouette_payments"),
    path(
        "chouettes/<int:pk>/payments/<int:number>/undo/", ledger.TablePaymentUndo.as_view(),
        name="api_chouette_payment_undo",
    ),
    path("chouettes/<int:pk>/close/", ledger.TableClose.as_view(), name="api_chouette_close"),
    path("chouettes/<int:pk>/reopen/", ledger.TableReopen.as_view(), name="api_chouette_reopen"),
    path("chouettes/<int:pk>/split/", ledger.TableSplit.as_view(), name="api_chouette_split"),
    path("chouettes/<int:pk>/merge/", ledger.TableMerge.as_view(), name="api_chouette_merge"),
    path("chouettes/<int:pk>/links/", ledger.TableLinks.as_view(), name="api_chouette_links"),
]  # fmt: skip
