-- Documents that were still being read when the run was created. Not known of earlier runs.
ALTER TABLE "runs" ADD COLUMN "documents_pending" integer;
--> statement-breakpoint
CREATE FUNCTION guard_run_documents_pending() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.documents_pending IS DISTINCT FROM OLD.documents_pending THEN
    RAISE EXCEPTION 'Cannot change how many documents were being read when run % was created', OLD.id USING ERRCODE = 'AS001';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER runs_documents_pending_final BEFORE UPDATE ON runs FOR EACH ROW EXECUTE FUNCTION guard_run_documents_pending();
--> statement-breakpoint
ALTER TABLE runs ENABLE ALWAYS TRIGGER runs_documents_pending_final;
--> statement-breakpoint
CREATE TABLE "awaited_documents" (
	"tenant_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	CONSTRAINT "awaited_documents_pk" PRIMARY KEY("tenant_id","document_id","run_id")
);
--> statement-breakpoint
ALTER TABLE "awaited_documents" ADD CONSTRAINT "awaited_documents_tenant_id_run_id_runs_tenant_id_id_fk" FOREIGN KEY ("tenant_id","run_id") REFERENCES "public"."runs"("tenant_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "awaited_documents_of_run" ON "awaited_documents" USING btree ("tenant_id","run_id","document_id");
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON awaited_documents TO assay_tenant;
--> statement-breakpoint
ALTER TABLE awaited_documents ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE awaited_documents FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY awaited_documents_of_tenant ON awaited_documents TO assay_tenant
  USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));

