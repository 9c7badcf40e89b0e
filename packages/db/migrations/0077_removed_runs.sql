CREATE TABLE "removed_runs" (
	"tenant_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"removed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "removed_runs_pk" PRIMARY KEY("tenant_id","run_id")
);
--> statement-breakpoint
ALTER TABLE "tenant_retention" ADD COLUMN "runs_days" integer;--> statement-breakpoint
ALTER TABLE "removed_runs" ADD CONSTRAINT "removed_runs_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tenant_retention" ADD CONSTRAINT "tenant_retention_runs" CHECK ("tenant_retention"."runs_days" between 30 and 36500);
--> statement-breakpoint
GRANT UPDATE (runs_days) ON tenant_retention TO assay_system;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION may_be_removed(tenant uuid, kind text, made timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT retention_refusal(tenant) IS NULL AND EXISTS (
    SELECT FROM tenant_retention WHERE tenant_id = tenant
      AND made < now() - make_interval(days =>
        CASE kind WHEN 'spans' THEN spans_days WHEN 'logs' THEN logs_days WHEN 'runs' THEN runs_days END + 1))
$$;
--> statement-breakpoint
GRANT SELECT, INSERT ON removed_runs TO assay_tenant;
--> statement-breakpoint
GRANT SELECT, DELETE ON removed_runs TO assay_system;
--> statement-breakpoint
ALTER TABLE removed_runs ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE removed_runs FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY removed_runs_of_tenant ON removed_runs TO assay_tenant
  USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY removed_runs_of_system ON removed_runs TO assay_system USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY removed_runs_deleted ON removed_runs AS RESTRICTIVE FOR DELETE TO assay_system USING (is_erasing(tenant_id));
--> statement-breakpoint
-- When a run ended, by its row and by the audit log, the later of both; null where one of them does not say.
CREATE FUNCTION run_ended_at(tenant uuid, run uuid) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT greatest(coalesce(asked.completed_at, asked.failed_at), logged.at)
  FROM runs asked, LATERAL (SELECT max(created_at) AS at FROM audit_entries
    WHERE tenant_id = tenant AND run_id = run AND action IN ('run.completed', 'run.failed', 'run.imported')) logged
  WHERE asked.tenant_id = tenant AND asked.id = run AND logged.at IS NOT NULL AND coalesce(asked.completed_at, asked.failed_at) IS NOT NULL
$$;
--> statement-breakpoint
-- Why a run stays however old it is, for the tenant's own role; null where nothing that is left needs it.
CREATE FUNCTION why_run_stays(tenant uuid, run uuid) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN asked.status NOT IN ('COMPLETED', 'FAILED') THEN 'UNDER_WAY'
    WHEN NOT EXISTS (SELECT FROM runs later WHERE later.tenant_id = tenant AND later.pack_id = asked.pack_id
      AND later.status = 'COMPLETED' AND (later.created_at, later.id) > (asked.created_at, asked.id)) THEN 'NEWEST'
    WHEN EXISTS (SELECT FROM run_links WHERE tenant_id = tenant AND run_id = run
      AND revoked_at IS NULL AND expires_at > now()) THEN 'LINKED'
    WHEN EXISTS (SELECT FROM result_checks WHERE tenant_id = tenant AND run_id = run AND damaged <> '{}') THEN 'DAMAGED'
    WHEN EXISTS (SELECT FROM runs other WHERE other.tenant_id = tenant AND other.continued_from_run_id = run)
      OR EXISTS (SELECT FROM assessments other WHERE other.tenant_id = tenant AND other.reused_from_run_id = run AND other.run_id <> run)
      OR EXISTS (SELECT FROM reviews other JOIN reviews confirmed ON confirmed.tenant_id = tenant AND confirmed.id = other.confirms_review_id
        WHERE other.tenant_id = tenant AND other.run_id <> run AND confirmed.run_id = run) THEN 'REFERRED_TO'
    -- It may be taking over answers now.
    WHEN EXISTS (SELECT FROM runs other WHERE other.tenant_id = tenant AND other.status IN ('PENDING', 'IN_PROGRESS')) THEN 'OTHER_UNDER_WAY'
  END FROM runs asked WHERE asked.tenant_id = tenant AND asked.id = run
$$;
--> statement-breakpoint
-- Holds and erasures are seen by the deployment's role, what refers to a run by the tenant's.
CREATE FUNCTION guard_removed_run() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ended timestamptz;
  allowed boolean;
BEGIN
  IF TG_OP = 'DELETE' AND current_user = 'assay_system' THEN
    IF is_erasing(coalesce(to_jsonb(OLD)->>'tenant_id')::uuid) THEN RETURN OLD; END IF;
  END IF;
  IF TG_OP = 'INSERT' AND current_user = 'assay_tenant' THEN
    NEW.removed_at := clock_timestamp();
    PERFORM set_config('role', 'assay_system', true);
    PERFORM FROM tenants WHERE id = NEW.tenant_id FOR UPDATE;
    PERFORM set_config('role', 'assay_tenant', true);
    PERFORM FROM runs WHERE tenant_id = NEW.tenant_id AND id = NEW.run_id FOR UPDATE;
    ended := run_ended_at(NEW.tenant_id, NEW.run_id);
    IF ended IS NOT NULL AND why_run_stays(NEW.tenant_id, NEW.run_id) IS NULL THEN
      PERFORM set_config('role', 'assay_system', true);
      allowed := may_be_removed(NEW.tenant_id, 'runs', ended);
      PERFORM set_config('role', 'assay_tenant', true);
      IF allowed THEN RETURN NEW; END IF;
    END IF;
  END IF;
  RAISE EXCEPTION 'Cannot remove run %: no rule allows it', coalesce(NEW.run_id, OLD.run_id) USING ERRCODE = 'AS001';
END $$;
--> statement-breakpoint
CREATE TRIGGER removed_runs_guarded BEFORE INSERT OR UPDATE OR DELETE ON removed_runs FOR EACH ROW EXECUTE FUNCTION guard_removed_run();
--> statement-breakpoint
ALTER TABLE removed_runs ENABLE ALWAYS TRIGGER removed_runs_guarded;
--> statement-breakpoint
CREATE TRIGGER removed_runs_never_emptied BEFORE TRUNCATE ON removed_runs FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE removed_runs ENABLE ALWAYS TRIGGER removed_runs_never_emptied;
--> statement-breakpoint
-- At the commit the run is gone as a whole, and the audit log says so.
CREATE FUNCTION guard_run_removal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM runs WHERE tenant_id = NEW.tenant_id AND id = NEW.run_id)
     OR NOT EXISTS (SELECT FROM audit_entries WHERE tenant_id = NEW.tenant_id AND run_id = NEW.run_id AND action = 'run.removed') THEN
    RAISE EXCEPTION 'Cannot remove run % in part, or without an audit entry', NEW.run_id USING ERRCODE = 'AS001';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER removed_runs_whole AFTER INSERT ON removed_runs DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION guard_run_removal();
--> statement-breakpoint
ALTER TABLE removed_runs ENABLE ALWAYS TRIGGER removed_runs_whole;
--> statement-breakpoint
CREATE FUNCTION is_removed(tenant uuid, run uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM removed_runs WHERE tenant_id = tenant AND run_id = run)
$$;
--> statement-breakpoint
CREATE FUNCTION is_retrieval_removed(tenant uuid, requirement uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM run_requirements WHERE tenant_id = tenant AND id = requirement AND is_removed(tenant, run_id))
$$;
--> statement-breakpoint
-- Rows that are final go with a removed run: of these tables alone.
CREATE FUNCTION is_of_removed_run(part text, old jsonb) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN part = 'runs' THEN is_removed((old->>'tenant_id')::uuid, (old->>'id')::uuid)
    WHEN part = 'retrievals' THEN is_retrieval_removed((old->>'tenant_id')::uuid, (old->>'run_requirement_id')::uuid)
    WHEN part IN ('run_steps', 'run_documents', 'run_documents_left_out', 'run_exceptions', 'run_requirements', 'assessments',
      'tasks', 'exports', 'snapshots', 'result_digests', 'reviews', 'comments', 'sign_offs', 'run_links')
      THEN is_removed((old->>'tenant_id')::uuid, (old->>'run_id')::uuid)
    ELSE false END
$$;
--> statement-breakpoint
DO $$
DECLARE guard record;
BEGIN
  FOR guard IN SELECT DISTINCT pg_get_functiondef(fn.oid) AS definition
    FROM pg_trigger JOIN pg_proc fn ON fn.oid = tgfoid JOIN pg_class part ON part.oid = tgrelid
    WHERE NOT tgisinternal AND (tgtype & 8) <> 0 AND fn.pronamespace = 'public'::regnamespace
      AND part.relname IN ('runs', 'retrievals', 'run_steps', 'run_documents', 'run_documents_left_out', 'run_exceptions', 'run_requirements',
        'assessments', 'tasks', 'exports', 'snapshots', 'result_digests', 'reviews', 'comments', 'sign_offs', 'run_links')
  LOOP
    EXECUTE regexp_replace(guard.definition, 'THEN RETURN OLD; END IF;\n',
      E'THEN RETURN OLD; END IF;\n    IF is_of_removed_run(TG_TABLE_NAME, to_jsonb(OLD)) THEN RETURN OLD; END IF;\n');
  END LOOP;
END $$;
--> statement-breakpoint
DO $$
DECLARE part record;
BEGIN
  FOR part IN SELECT relname AS name, polname AS policy,
      CASE relname WHEN 'runs' THEN 'is_removed(tenant_id, id)'
        WHEN 'retrievals' THEN 'is_retrieval_removed(tenant_id, run_requirement_id)' ELSE 'is_removed(tenant_id, run_id)' END AS removed
    FROM pg_policy JOIN pg_class ON pg_class.oid = polrelid
    WHERE polname IN (relname || '_erased', relname || '_deleted')
      AND relname IN ('runs', 'retrievals', 'run_steps', 'run_documents', 'run_documents_left_out', 'run_exceptions', 'run_requirements',
        'assessments', 'tasks', 'exports', 'snapshots', 'result_digests', 'result_checks', 'reviews', 'comments', 'comment_reads',
        'sign_offs', 'run_links', 'version_forecasts', 'awaited_documents')
  LOOP
    EXECUTE format('ALTER POLICY %I ON %I USING (is_erasing(tenant_id) OR %s)', part.policy, part.name, part.removed);
  END LOOP;
END $$;
