CREATE TABLE "session_tenants" (
	"user_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"tenant_id" uuid NOT NULL,
	"chosen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "session_tenants_user_id_session_id_pk" PRIMARY KEY("user_id","session_id")
);
--> statement-breakpoint
ALTER TABLE "session_tenants" ADD CONSTRAINT "session_tenants_membership" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."memberships"("tenant_id","user_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE session_tenants ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE session_tenants FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
-- It says in which tenant a session is, and is read before that is known.
GRANT SELECT, INSERT, UPDATE (tenant_id, chosen_at), DELETE ON session_tenants TO assay_system;
--> statement-breakpoint
CREATE POLICY session_tenants_of_tenant ON session_tenants TO assay_tenant
  USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY session_tenants_of_system ON session_tenants TO assay_system USING (true) WITH CHECK (true);

--> statement-breakpoint
GRANT SELECT ON session_tenants TO assay_tenant;
