CREATE TABLE "record_checks" (
	"tenant_id" uuid PRIMARY KEY NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"damaged" text[] DEFAULT '{}'::text[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "record_checks" ADD CONSTRAINT "record_checks_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "record_checks" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "record_checks" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY record_checks_of_tenant ON record_checks TO assay_tenant
  USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY record_checks_of_system ON record_checks TO assay_system USING (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON record_checks TO assay_tenant;
--> statement-breakpoint
GRANT SELECT ON record_checks TO assay_system;
