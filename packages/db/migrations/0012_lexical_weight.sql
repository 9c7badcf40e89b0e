-- Null in versions made before: they search as they did, by chunk_terms.
ALTER TABLE retrieval_versions
  ADD COLUMN lexical_weight double precision,
  ADD CONSTRAINT retrieval_versions_lexical_weight CHECK (lexical_weight >= 0);
--> statement-breakpoint
CREATE TABLE chunk_weights (
  tenant_id uuid NOT NULL,
  document_id uuid NOT NULL,
  chunk_id uuid PRIMARY KEY,
  terms integer[] NOT NULL,
  weights sparsevec(1048576),
  CONSTRAINT chunk_weights_tenant_id_chunk_id_chunks_tenant_id_id_fk FOREIGN KEY (tenant_id, chunk_id)
    REFERENCES chunks (tenant_id, id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX chunk_weights_tenant_id_document_id_index ON chunk_weights (tenant_id, document_id);
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON chunk_weights TO assay_tenant;
--> statement-breakpoint
-- To count what is there, never to read it.
GRANT SELECT (tenant_id, chunk_id) ON chunk_weights TO assay_system;
--> statement-breakpoint
ALTER TABLE chunk_weights ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE chunk_weights FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY chunk_weights_of_tenant ON chunk_weights TO assay_tenant
  USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY chunk_weights_of_system ON chunk_weights TO assay_system USING (true);
