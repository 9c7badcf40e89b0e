-- Null in runs of the release before, and in what its processes still write.
ALTER TABLE runs ADD COLUMN name text;
--> statement-breakpoint
ALTER TABLE documents ADD COLUMN title text;
--> statement-breakpoint
ALTER TABLE run_documents
  ADD COLUMN file_type text,
  ADD COLUMN size_bytes bigint,
  ADD COLUMN category text,
  ADD COLUMN effective_date text,
  ADD COLUMN pages integer,
  ADD COLUMN pages_with_text integer,
  ADD COLUMN characters integer,
  ADD COLUMN chunk_count integer,
  ADD COLUMN reading_warnings jsonb;
--> statement-breakpoint
-- Beside the evidence set, which processes of the release before read whole.
CREATE TABLE run_documents_left_out (
  tenant_id uuid NOT NULL,
  run_id uuid NOT NULL,
  document_id uuid NOT NULL,
  original_filename text NOT NULL,
  sha256_hash text NOT NULL,
  file_type text NOT NULL,
  size_bytes bigint NOT NULL,
  category text,
  effective_date text,
  expires_at text,
  pages integer,
  pages_with_text integer,
  characters integer,
  chunk_count integer,
  reading_warnings jsonb,
  reason text NOT NULL,
  PRIMARY KEY (run_id, document_id),
  FOREIGN KEY (tenant_id, run_id) REFERENCES runs (tenant_id, id)
);
--> statement-breakpoint
GRANT SELECT, INSERT ON run_documents_left_out TO assay_tenant;
--> statement-breakpoint
ALTER TABLE run_documents_left_out ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE run_documents_left_out FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY run_documents_left_out_of_tenant ON run_documents_left_out TO assay_tenant
  USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
--> statement-breakpoint
CREATE TRIGGER run_documents_left_out_never_emptied BEFORE TRUNCATE ON run_documents_left_out FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE run_documents_left_out ENABLE ALWAYS TRIGGER run_documents_left_out_never_emptied;
--> statement-breakpoint
CREATE TRIGGER run_documents_left_out_of_open_run BEFORE INSERT OR UPDATE OR DELETE ON run_documents_left_out FOR EACH ROW EXECUTE FUNCTION guard_run_part();
--> statement-breakpoint
ALTER TABLE run_documents_left_out ENABLE ALWAYS TRIGGER run_documents_left_out_of_open_run;
--> statement-breakpoint
-- What the run fixed of a document stays; only the reason for which VERIFICATION leaves it out comes later.
CREATE FUNCTION guard_run_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(NEW) - 'excluded_reason' IS DISTINCT FROM to_jsonb(OLD) - 'excluded_reason' THEN
    RAISE EXCEPTION 'Cannot change document % of run % but for its exclusion', OLD.document_id, OLD.run_id USING ERRCODE = 'AS001';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER run_documents_fixed BEFORE UPDATE ON run_documents FOR EACH ROW EXECUTE FUNCTION guard_run_document();
--> statement-breakpoint
ALTER TABLE run_documents ENABLE ALWAYS TRIGGER run_documents_fixed;
--> statement-breakpoint
CREATE FUNCTION guard_run_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.name IS DISTINCT FROM OLD.name THEN
    RAISE EXCEPTION 'Cannot change the name of run %', OLD.id USING ERRCODE = 'AS001';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER runs_name_final BEFORE UPDATE ON runs FOR EACH ROW EXECUTE FUNCTION guard_run_name();
--> statement-breakpoint
ALTER TABLE runs ENABLE ALWAYS TRIGGER runs_name_final;
