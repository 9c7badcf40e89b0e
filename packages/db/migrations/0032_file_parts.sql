CREATE TABLE "file_parts" (
	"document_id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"sha256_hash" text NOT NULL,
	"digests" text[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "file_parts" ADD CONSTRAINT "file_parts_tenant_id_document_id_documents_tenant_id_id_fk" FOREIGN KEY ("tenant_id","document_id") REFERENCES "public"."documents"("tenant_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON file_parts TO assay_tenant;
--> statement-breakpoint
ALTER TABLE file_parts ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE file_parts FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY file_parts_of_tenant ON file_parts TO assay_tenant
  USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
