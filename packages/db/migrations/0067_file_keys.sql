CREATE TABLE "file_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"sealed" "bytea",
	"sealed_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"retired_at" timestamp (3) with time zone,
	"destroyed_at" timestamp (3) with time zone,
	"covers_all_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "file_keys" ADD CONSTRAINT "file_keys_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "file_keys_active" ON "file_keys" USING btree ("tenant_id") WHERE retired_at is null and destroyed_at is null;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE, UPDATE (sealed, sealed_by, retired_at, destroyed_at, covers_all_at) ON file_keys TO assay_tenant;
--> statement-breakpoint
GRANT SELECT (id, tenant_id, sealed_by, created_at, retired_at, destroyed_at, covers_all_at) ON file_keys TO assay_system;
--> statement-breakpoint
ALTER TABLE file_keys ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE file_keys FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY file_keys_of_tenant ON file_keys TO assay_tenant
  USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY file_keys_of_system ON file_keys TO assay_system USING (true);
--> statement-breakpoint
-- A key that files need is lost by its destruction alone, and what is destroyed stays so.
CREATE FUNCTION guard_file_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.destroyed_at IS NOT NULL THEN
      RETURN OLD;
    END IF;
    RAISE EXCEPTION 'Cannot delete file key %', OLD.id USING ERRCODE = 'AS001';
  END IF;
  IF (NEW.id, NEW.tenant_id, NEW.created_at) IS DISTINCT FROM (OLD.id, OLD.tenant_id, OLD.created_at)
     OR (NEW.sealed IS NULL) IS DISTINCT FROM (NEW.destroyed_at IS NOT NULL)
     OR (OLD.destroyed_at IS NOT NULL AND NEW IS DISTINCT FROM OLD)
     OR (OLD.retired_at IS NOT NULL AND NEW.retired_at IS DISTINCT FROM OLD.retired_at) THEN
    RAISE EXCEPTION 'Cannot change file key %', OLD.id USING ERRCODE = 'AS001';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER file_keys_fixed BEFORE UPDATE OR DELETE ON file_keys FOR EACH ROW EXECUTE FUNCTION guard_file_key();
--> statement-breakpoint
ALTER TABLE file_keys ENABLE ALWAYS TRIGGER file_keys_fixed;
