CREATE TABLE "audit_positions" (
	"destination" text NOT NULL,
	"tenant_id" uuid NOT NULL,
	"sequence" bigint DEFAULT 0 NOT NULL,
	"holder" uuid,
	"held_until" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "audit_positions_destination_tenant_id_pk" PRIMARY KEY("destination","tenant_id")
);
--> statement-breakpoint
ALTER TABLE "audit_positions" ADD CONSTRAINT "audit_positions_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
GRANT SELECT ON audit_positions TO assay_tenant;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (sequence, holder, held_until, failures) ON audit_positions TO assay_system;
--> statement-breakpoint
ALTER TABLE audit_positions ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE audit_positions FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY audit_positions_of_tenant ON audit_positions TO assay_tenant
  USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY audit_positions_of_system ON audit_positions TO assay_system USING (true) WITH CHECK (true);
