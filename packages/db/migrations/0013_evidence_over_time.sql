-- Whether a document is a rule or a record, and what says so. Not yet known of what was read before.
ALTER TABLE documents
  ADD COLUMN evidence_kind text NOT NULL DEFAULT 'UNKNOWN',
  ADD COLUMN evidence_kind_source text NOT NULL DEFAULT 'DERIVED',
  ADD COLUMN facts_version integer;
--> statement-breakpoint
GRANT SELECT (facts_version) ON documents TO assay_system;
--> statement-breakpoint
CREATE INDEX documents_to_describe ON documents (tenant_id, id) WHERE status = 'READY' AND facts_version IS NULL;
--> statement-breakpoint
-- Null in versions of packs that were imported before: they read as they were.
ALTER TABLE requirements ADD COLUMN expectation jsonb;
--> statement-breakpoint
CREATE TABLE dated_facts (
  tenant_id uuid NOT NULL,
  document_id uuid NOT NULL,
  chunk_id uuid NOT NULL,
  fact_index integer NOT NULL,
  date date,
  scope text NOT NULL,
  start_offset integer NOT NULL,
  end_offset integer NOT NULL,
  CONSTRAINT dated_facts_chunk_id_fact_index_pk PRIMARY KEY (chunk_id, fact_index),
  CONSTRAINT dated_facts_tenant_id_chunk_id_chunks_tenant_id_id_fk FOREIGN KEY (tenant_id, chunk_id) REFERENCES chunks (tenant_id, id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX dated_facts_tenant_id_document_id_index ON dated_facts (tenant_id, document_id);
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON dated_facts TO assay_tenant;
--> statement-breakpoint
ALTER TABLE dated_facts ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE dated_facts FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY dated_facts_of_tenant ON dated_facts TO assay_tenant
  USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
