CREATE TABLE "uploads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"started_by" text NOT NULL,
	"filename" text NOT NULL,
	"fields" jsonb NOT NULL,
	"version_of" uuid,
	"size_bytes" bigint NOT NULL,
	"received_bytes" bigint DEFAULT 0 NOT NULL,
	"parts" integer[] DEFAULT '{}'::integer[] NOT NULL,
	"parts_begun" integer DEFAULT 0 NOT NULL,
	"document_id" uuid,
	"duplicate" boolean,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "uploads_open" ON "uploads" USING btree ("tenant_id","expires_at") WHERE document_id IS NULL;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (received_bytes, parts, parts_begun, document_id, duplicate, expires_at), DELETE ON uploads TO assay_tenant;
--> statement-breakpoint
ALTER TABLE uploads ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE uploads FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY uploads_of_tenant ON uploads TO assay_tenant
  USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
