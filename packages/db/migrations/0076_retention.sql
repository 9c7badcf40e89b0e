CREATE TABLE "tenant_retention" (
	"tenant_id" uuid PRIMARY KEY NOT NULL,
	"spans_days" integer,
	"logs_days" integer,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"applied_at" timestamp (3) with time zone,
	CONSTRAINT "tenant_retention_spans" CHECK ("tenant_retention"."spans_days" between 1 and 36500),
	CONSTRAINT "tenant_retention_logs" CHECK ("tenant_retention"."logs_days" between 1 and 36500)
);
--> statement-breakpoint
ALTER TABLE "tenant_retention" ADD CONSTRAINT "tenant_retention_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
GRANT SELECT ON tenant_retention TO assay_tenant;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (spans_days, logs_days, applied_at), DELETE ON tenant_retention TO assay_system;
--> statement-breakpoint
ALTER TABLE tenant_retention ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE tenant_retention FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY tenant_retention_of_tenant ON tenant_retention TO assay_tenant
  USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY tenant_retention_of_system ON tenant_retention TO assay_system USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY tenant_retention_deleted ON tenant_retention AS RESTRICTIVE FOR DELETE TO assay_system USING (is_erasing(tenant_id));
--> statement-breakpoint
-- Nobody dates a change back.
CREATE FUNCTION guard_retention() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.changed_at := clock_timestamp();
  ELSIF to_jsonb(NEW) - 'changed_at' - 'applied_at' <> to_jsonb(OLD) - 'changed_at' - 'applied_at' THEN
    NEW.changed_at := clock_timestamp();
  ELSE
    NEW.changed_at := OLD.changed_at;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER tenant_retention_dated BEFORE INSERT OR UPDATE ON tenant_retention FOR EACH ROW EXECUTE FUNCTION guard_retention();
--> statement-breakpoint
ALTER TABLE tenant_retention ENABLE ALWAYS TRIGGER tenant_retention_dated;
--> statement-breakpoint
-- Why nothing of a tenant is removed now by its rules; null where it may be.
CREATE FUNCTION retention_refusal(tenant uuid) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN is_erasing(tenant) THEN 'ERASING'
    WHEN EXISTS (SELECT FROM tenant_holds WHERE tenant_id = tenant AND ended_at IS NULL) THEN 'HELD'
    WHEN NOT EXISTS (SELECT FROM tenants WHERE id = tenant AND status = 'ACTIVE') THEN 'SUSPENDED'
    WHEN EXISTS (SELECT FROM deployment WHERE maintenance_since IS NOT NULL) THEN 'MAINTENANCE'
    WHEN EXISTS (SELECT FROM tenant_retention WHERE tenant_id = tenant AND changed_at > now() - interval '1 day') THEN 'CHANGED_LATELY'
  END
$$;
--> statement-breakpoint
-- Whether a row of this age goes by the tenant's rules. A day is added, so that a clock that is a day ahead removes nothing early.
CREATE FUNCTION may_be_removed(tenant uuid, kind text, made timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT retention_refusal(tenant) IS NULL AND EXISTS (
    SELECT FROM tenant_retention WHERE tenant_id = tenant
      AND made < now() - make_interval(days => CASE kind WHEN 'spans' THEN spans_days WHEN 'logs' THEN logs_days END + 1))
$$;
--> statement-breakpoint
DO $$
BEGIN
  EXECUTE replace(pg_get_functiondef('guard_access_record'::regproc), 'interval ''13 months'' THEN',
    'interval ''13 months'' AND NOT (current_user = ''assay_system'' AND may_be_removed(OLD.tenant_id, ''logs'', OLD.created_at)) THEN');
END $$;
--> statement-breakpoint
GRANT SELECT (state, created_at) ON mails TO assay_system;
--> statement-breakpoint
ALTER POLICY mails_erased ON mails
  USING (is_erasing(tenant_id) OR state <> 'PENDING' AND may_be_removed(tenant_id, 'logs', created_at));
