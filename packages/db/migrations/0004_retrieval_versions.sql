ALTER TABLE "retrieval_versions" ADD COLUMN "origin" text DEFAULT 'settings' NOT NULL;--> statement-breakpoint
ALTER TABLE "retrieval_versions" ADD COLUMN "activate_when_ready" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION guard_retrieval_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(NEW) - 'activated_at' - 'activate_when_ready' IS DISTINCT FROM to_jsonb(OLD) - 'activated_at' - 'activate_when_ready' THEN
    RAISE EXCEPTION 'Cannot change retrieval version %', OLD.id USING ERRCODE = 'AS001';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
GRANT SELECT (id, tenant_id, document_id) ON chunks TO assay_system;
--> statement-breakpoint
GRANT SELECT (tenant_id, chunk_id, embedder) ON chunk_vectors TO assay_system;
--> statement-breakpoint
CREATE POLICY chunks_of_system ON chunks TO assay_system USING (true);
--> statement-breakpoint
CREATE POLICY chunk_vectors_of_system ON chunk_vectors TO assay_system USING (true);
