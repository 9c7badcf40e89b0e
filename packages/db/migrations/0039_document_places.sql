CREATE TABLE "document_places" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"source" text NOT NULL,
	"path" text NOT NULL,
	"path_hash" text NOT NULL,
	"document_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"held_from" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"held_until" timestamp (3) with time zone,
	"left_at" timestamp (3) with time zone,
	CONSTRAINT "document_places_versions" UNIQUE("tenant_id","source","path_hash","version")
);
--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "replaces_document_id" uuid;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "superseded_by_id" uuid;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "retired_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "held_by_upload" boolean;--> statement-breakpoint
ALTER TABLE "run_documents" ADD COLUMN "places" jsonb;--> statement-breakpoint
ALTER TABLE "document_places" ADD CONSTRAINT "document_places_document" FOREIGN KEY ("tenant_id","document_id") REFERENCES "public"."documents"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "document_places_held" ON "document_places" USING btree ("tenant_id","source","path_hash") WHERE held_until IS NULL;--> statement-breakpoint
CREATE INDEX "document_places_of_document" ON "document_places" USING btree ("tenant_id","document_id");--> statement-breakpoint
CREATE INDEX "documents_superseded_by" ON "documents" USING btree ("tenant_id","superseded_by_id") WHERE superseded_by_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "documents_replacing" ON "documents" USING btree ("tenant_id","replaces_document_id") WHERE replaces_document_id IS NOT NULL;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (held_until, left_at) ON document_places TO assay_tenant;
--> statement-breakpoint
ALTER TABLE document_places ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE document_places FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY document_places_of_tenant ON document_places TO assay_tenant
  USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
--> statement-breakpoint
GRANT SELECT (superseded_by_id, retired_at) ON documents TO assay_system;
