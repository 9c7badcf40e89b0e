CREATE TABLE "erasures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"erased_tenant_id" uuid NOT NULL,
	"tenant_name" text NOT NULL,
	"requested_by" text NOT NULL,
	"requested_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"reason_hash" text NOT NULL,
	"facts" jsonb NOT NULL,
	"files_after" uuid,
	"files" integer DEFAULT 0 NOT NULL,
	"files_done_at" timestamp (3) with time zone,
	"position" integer DEFAULT 0 NOT NULL,
	"rows" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"rows_total" bigint DEFAULT 0 NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"certificate" text,
	"key_id" text,
	"signature" text,
	CONSTRAINT "erasures_erased_tenant_id_unique" UNIQUE("erased_tenant_id"),
	CONSTRAINT "erasures_finished" CHECK (("erasures"."finished_at" is null) = ("erasures"."certificate" is null or "erasures"."key_id" is null or "erasures"."signature" is null))
);
--> statement-breakpoint
CREATE TABLE "tenant_holds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"set_by" text NOT NULL,
	"set_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_by" text,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "tenant_holds_ended" CHECK (("tenant_holds"."ended_at" is null) = ("tenant_holds"."ended_by" is null))
);
--> statement-breakpoint
ALTER TABLE "corpus_ingestions" DROP CONSTRAINT "corpus_ingestions_requested_by_tenant_id_tenants_id_fk";
--> statement-breakpoint
ALTER TABLE "tenant_holds" ADD CONSTRAINT "tenant_holds_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "erasures_open" ON "erasures" USING btree ("id") WHERE finished_at is null;--> statement-breakpoint
CREATE INDEX "tenant_holds_in_order" ON "tenant_holds" USING btree ("tenant_id","set_at");
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (files_after, files, files_done_at, position, rows, rows_total, finished_at, certificate, key_id, signature, facts) ON erasures TO assay_system;
--> statement-breakpoint
ALTER TABLE erasures ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE erasures FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY erasures_of_system ON erasures TO assay_system USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT ON tenant_holds TO assay_tenant;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (ended_by, ended_at) ON tenant_holds TO assay_system;
--> statement-breakpoint
ALTER TABLE tenant_holds ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE tenant_holds FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY tenant_holds_of_tenant ON tenant_holds TO assay_tenant
  USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY tenant_holds_of_system ON tenant_holds TO assay_system USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE FUNCTION is_erasing(tenant uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM erasures WHERE erased_tenant_id = tenant AND finished_at IS NULL)
$$;
--> statement-breakpoint
-- Locks of the tenant's row make a hold and an erasure wait for each other.
CREATE FUNCTION guard_erasure() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE state text;
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT status INTO state FROM tenants WHERE id = NEW.erased_tenant_id FOR UPDATE;
    IF state IS DISTINCT FROM 'INACTIVE' THEN
      RAISE EXCEPTION 'Cannot erase tenant %: it is not suspended', NEW.erased_tenant_id USING ERRCODE = 'AS001';
    END IF;
    IF EXISTS (SELECT FROM tenant_holds WHERE tenant_id = NEW.erased_tenant_id AND ended_at IS NULL) THEN
      RAISE EXCEPTION 'Cannot erase tenant %: it is under hold', NEW.erased_tenant_id USING ERRCODE = 'AS001';
    END IF;
    IF NEW.finished_at IS NOT NULL THEN
      RAISE EXCEPTION 'Cannot begin an erasure that is finished' USING ERRCODE = 'AS001';
    END IF;
    RETURN NEW;
  END IF;
  IF TG_OP = 'DELETE' OR OLD.finished_at IS NOT NULL
     OR (NEW.id, NEW.erased_tenant_id, NEW.tenant_name, NEW.requested_by, NEW.requested_at, NEW.reason_hash)
       IS DISTINCT FROM (OLD.id, OLD.erased_tenant_id, OLD.tenant_name, OLD.requested_by, OLD.requested_at, OLD.reason_hash)
     OR NEW.rows_total < OLD.rows_total OR NEW.files < OLD.files
     OR (NEW.finished_at IS NOT NULL AND EXISTS (SELECT FROM tenants WHERE id = NEW.erased_tenant_id)) THEN
    RAISE EXCEPTION 'Cannot change erasure % so', OLD.id USING ERRCODE = 'AS001';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER erasures_guarded BEFORE INSERT OR UPDATE OR DELETE ON erasures FOR EACH ROW EXECUTE FUNCTION guard_erasure();
--> statement-breakpoint
ALTER TABLE erasures ENABLE ALWAYS TRIGGER erasures_guarded;
--> statement-breakpoint
CREATE TRIGGER erasures_never_emptied BEFORE TRUNCATE ON erasures FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE erasures ENABLE ALWAYS TRIGGER erasures_never_emptied;
--> statement-breakpoint
CREATE FUNCTION guard_tenant_hold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM FROM tenants WHERE id = NEW.tenant_id FOR UPDATE;
    IF is_erasing(NEW.tenant_id) THEN
      RAISE EXCEPTION 'Cannot hold tenant %: it is being erased', NEW.tenant_id USING ERRCODE = 'AS001';
    END IF;
    RETURN NEW;
  END IF;
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'Cannot delete hold %: end it', OLD.id USING ERRCODE = 'AS001';
  END IF;
  IF OLD.ended_at IS NOT NULL
     OR (NEW.id, NEW.tenant_id, NEW.reason, NEW.set_by, NEW.set_at) IS DISTINCT FROM (OLD.id, OLD.tenant_id, OLD.reason, OLD.set_by, OLD.set_at) THEN
    RAISE EXCEPTION 'Cannot change hold % but end it once', OLD.id USING ERRCODE = 'AS001';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER tenant_holds_guarded BEFORE INSERT OR UPDATE OR DELETE ON tenant_holds FOR EACH ROW EXECUTE FUNCTION guard_tenant_hold();
--> statement-breakpoint
ALTER TABLE tenant_holds ENABLE ALWAYS TRIGGER tenant_holds_guarded;
--> statement-breakpoint
CREATE TRIGGER tenant_holds_never_emptied BEFORE TRUNCATE ON tenant_holds FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE tenant_holds ENABLE ALWAYS TRIGGER tenant_holds_never_emptied;
--> statement-breakpoint
-- What is being erased is not resumed, and no tenant goes in another way.
CREATE FUNCTION guard_tenant() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'Cannot delete tenant %: erase it', OLD.id USING ERRCODE = 'AS001';
  END IF;
  IF NEW.status = 'ACTIVE' AND is_erasing(OLD.id) THEN
    RAISE EXCEPTION 'Cannot resume tenant %: it is being erased', OLD.id USING ERRCODE = 'AS001';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER tenants_resumed BEFORE UPDATE OF status ON tenants FOR EACH ROW WHEN (NEW.status IS DISTINCT FROM OLD.status) EXECUTE FUNCTION guard_tenant();
--> statement-breakpoint
ALTER TABLE tenants ENABLE ALWAYS TRIGGER tenants_resumed;
--> statement-breakpoint
CREATE TRIGGER tenants_erased BEFORE DELETE ON tenants FOR EACH ROW EXECUTE FUNCTION guard_tenant();
--> statement-breakpoint
ALTER TABLE tenants ENABLE ALWAYS TRIGGER tenants_erased;
--> statement-breakpoint
-- Rows that are final go with their tenant: by the role of the deployment alone, and only while the tenant is being erased.
DO $$
DECLARE guard record;
BEGIN
  FOR guard IN SELECT DISTINCT pg_get_functiondef(fn.oid) AS definition
    FROM pg_trigger JOIN pg_proc fn ON fn.oid = tgfoid
    WHERE NOT tgisinternal AND (tgtype & 8) <> 0 AND fn.pronamespace = 'public'::regnamespace
      AND (fn.proname LIKE 'guard\_%' OR fn.proname = 'refuse_change') AND fn.proname <> 'guard_erasure'
  LOOP
    EXECUTE regexp_replace(guard.definition, '\nBEGIN\n',
      E'\nBEGIN\n  IF TG_OP = ''DELETE'' AND current_user = ''assay_system'' THEN\n    IF is_erasing(coalesce(to_jsonb(OLD)->>''tenant_id'', to_jsonb(OLD)->>''owner_tenant_id'', CASE TG_TABLE_NAME WHEN ''tenants'' THEN to_jsonb(OLD)->>''id'' END)::uuid) THEN RETURN OLD; END IF;\n  END IF;\n');
  END LOOP;
END $$;
--> statement-breakpoint
-- Guidance of all tenants stays: what an erased one asked for is another one's from then on.
DO $$
BEGIN
  EXECUTE regexp_replace(pg_get_functiondef('guard_corpus_ingestion'::regproc), '\nBEGIN\n',
    E'\nBEGIN\n  IF TG_OP = ''UPDATE'' AND current_user = ''assay_system'' THEN\n    IF is_erasing(OLD.requested_by_tenant_id) AND to_jsonb(NEW) - ''requested_by_tenant_id'' = to_jsonb(OLD) - ''requested_by_tenant_id'' THEN RETURN NEW; END IF;\n    RAISE EXCEPTION ''Cannot hand over corpus ingestion %'', OLD.id USING ERRCODE = ''AS001'';\n  END IF;\n');
END $$;
--> statement-breakpoint
GRANT SELECT (requested_by_tenant_id), UPDATE (requested_by_tenant_id) ON corpus_ingestions TO assay_system;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_document() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  counted uuid := CASE TG_OP WHEN 'DELETE' THEN OLD.tenant_id ELSE NEW.tenant_id END;
  more integer := CASE TG_OP WHEN 'DELETE' THEN -1 ELSE 1 END;
  size bigint := CASE TG_OP WHEN 'DELETE' THEN -OLD.size_bytes ELSE NEW.size_bytes END;
BEGIN
  IF TG_OP = 'DELETE' AND current_user = 'assay_system' THEN
    RETURN NULL;
  END IF;
  INSERT INTO tenant_usage AS held (tenant_id, documents, bytes) VALUES (counted, more, size)
  ON CONFLICT (tenant_id) DO UPDATE SET documents = held.documents + more, bytes = held.bytes + size;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- The deployment's role may delete what a tenant has, and see the columns by which it finds it, while the tenant is being erased.
DO $$
DECLARE
  part record;
  named text;
BEGIN
  FOR part IN
    SELECT relation.oid, relation.relname AS name, attname AS owner
    FROM pg_class relation JOIN pg_attribute ON attrelid = relation.oid AND NOT attisdropped
    WHERE relation.relnamespace = 'public'::regnamespace AND relation.relkind = 'r'
      AND (attname IN ('tenant_id', 'owner_tenant_id') OR relation.relname = 'tenants' AND attname = 'id')
  LOOP
    SELECT string_agg(quote_ident(attname), ', ') INTO named FROM pg_attribute
      WHERE attrelid = part.oid AND NOT attisdropped
        AND attname IN ('ctid', 'id', 'tenant_id', 'owner_tenant_id', 'document_id', 'run_id', 'run_requirement_id', 'manifest_id', 'plan_id');
    EXECUTE format('GRANT SELECT (%s) ON %I TO assay_system', named, part.name);
    IF NOT EXISTS (SELECT FROM pg_policy WHERE polrelid = part.oid AND 'assay_system'::regrole = ANY (polroles)) THEN
      EXECUTE format('CREATE POLICY %I ON %I TO assay_system USING (is_erasing(%I)) WITH CHECK (false)', part.name || '_erased', part.name, part.owner);
      EXECUTE format('GRANT DELETE ON %I TO assay_system', part.name);
    ELSIF NOT has_table_privilege('assay_system', part.oid, 'DELETE') THEN
      EXECUTE format('CREATE POLICY %I ON %I AS RESTRICTIVE FOR DELETE TO assay_system USING (is_erasing(%I))',
        part.name || '_deleted', part.name, part.owner);
      EXECUTE format('GRANT DELETE ON %I TO assay_system', part.name);
    END IF;
  END LOOP;
END $$;
