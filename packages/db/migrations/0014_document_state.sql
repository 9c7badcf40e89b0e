-- VERIFICATION says what a document is: guard_run_document() lets this column change, and nobody could write it yet.
GRANT UPDATE (state) ON run_documents TO assay_tenant;
