CREATE TABLE "audit_checkpoints" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"run_id" uuid,
	"sequence" bigint NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"key_id" text NOT NULL,
	"signature" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"name" text NOT NULL,
	"prefix" text NOT NULL,
	"key_hash" text NOT NULL,
	"role" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "api_keys_key_hash_unique" UNIQUE("key_hash"),
	CONSTRAINT "api_keys_tenant_id_id" UNIQUE("tenant_id","id")
);
--> statement-breakpoint
DROP INDEX "work_items_one_open";--> statement-breakpoint
ALTER TABLE "spans" ADD COLUMN "exported_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "audit_checkpoints" ADD CONSTRAINT "audit_checkpoints_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_checkpoints_tenant_id_created_at_index" ON "audit_checkpoints" USING btree ("tenant_id","created_at");--> statement-breakpoint
CREATE INDEX "spans_to_export" ON "spans" USING btree ("ended_at") WHERE exported_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "work_items_one_open" ON "work_items" USING btree ("tenant_id","kind","subject_id","stage") WHERE state in ('PENDING', 'RUNNING');--> statement-breakpoint
GRANT INSERT, UPDATE (role, email, revoked_at) ON memberships TO assay_tenant;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (revoked_at) ON api_keys TO assay_tenant;
--> statement-breakpoint
GRANT SELECT, UPDATE (last_used_at) ON api_keys TO assay_system;
--> statement-breakpoint
GRANT SELECT, INSERT ON audit_checkpoints TO assay_tenant;
--> statement-breakpoint
GRANT SELECT ON audit_heads, audit_checkpoints TO assay_system;
--> statement-breakpoint
GRANT SELECT, UPDATE (exported_at), DELETE ON spans TO assay_system;
--> statement-breakpoint
ALTER TABLE api_keys ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE api_keys FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY api_keys_of_tenant ON api_keys TO assay_tenant
  USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY api_keys_of_system ON api_keys TO assay_system USING (true) WITH CHECK (true);
--> statement-breakpoint
ALTER TABLE audit_checkpoints ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE audit_checkpoints FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY audit_checkpoints_of_tenant ON audit_checkpoints TO assay_tenant
  USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY audit_checkpoints_of_system ON audit_checkpoints TO assay_system USING (true);
--> statement-breakpoint
CREATE POLICY spans_of_system ON spans TO assay_system USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE TRIGGER audit_checkpoints_final BEFORE UPDATE OR DELETE ON audit_checkpoints FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE audit_checkpoints ENABLE ALWAYS TRIGGER audit_checkpoints_final;
--> statement-breakpoint
CREATE TRIGGER audit_checkpoints_never_emptied BEFORE TRUNCATE ON audit_checkpoints FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE audit_checkpoints ENABLE ALWAYS TRIGGER audit_checkpoints_never_emptied;
