-- Lists, counts and sweeps cost the same however many rows there are.
CREATE TABLE "integrity_checks" (
	"tenant_id" uuid PRIMARY KEY NOT NULL,
	"began_at" timestamp (3) with time zone NOT NULL,
	"due_before" timestamp (3) with time zone NOT NULL,
	"bytes_left" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tenant_usage" (
	"tenant_id" uuid PRIMARY KEY NOT NULL,
	"documents" bigint NOT NULL,
	"bytes" bigint NOT NULL
);
--> statement-breakpoint
DROP INDEX "audit_entries_tenant_id_run_id_index";--> statement-breakpoint
DROP INDEX "documents_tenant_id_status_index";--> statement-breakpoint
DROP INDEX "documents_tenant_id_parent_document_id_index";--> statement-breakpoint
DROP INDEX "documents_failed";--> statement-breakpoint
DROP INDEX "comments_by_mention";--> statement-breakpoint
DROP INDEX "tasks_tenant_id_status_index";--> statement-breakpoint
DROP INDEX "tasks_by_assignee";--> statement-breakpoint
DROP INDEX "runs_tenant_id_created_at_index";--> statement-breakpoint
ALTER TABLE "result_checks" ALTER COLUMN "checked_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "integrity_checks" ADD CONSTRAINT "integrity_checks_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tenant_usage" ADD CONSTRAINT "tenant_usage_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_entries_of_run" ON "audit_entries" USING btree ("tenant_id","run_id","sequence") WHERE run_id is not null;--> statement-breakpoint
CREATE INDEX "audit_entries_by_type" ON "audit_entries" USING btree ("tenant_id","object_type","sequence");--> statement-breakpoint
CREATE INDEX "documents_in_order" ON "documents" USING btree ("tenant_id","uploaded_at","id");--> statement-breakpoint
CREATE INDEX "documents_at_top" ON "documents" USING btree ("tenant_id","uploaded_at","id") WHERE parent_document_id IS NULL;--> statement-breakpoint
CREATE INDEX "documents_by_status" ON "documents" USING btree ("tenant_id","status","uploaded_at","id");--> statement-breakpoint
CREATE INDEX "documents_by_parent" ON "documents" USING btree ("tenant_id","parent_document_id","uploaded_at","id") WHERE parent_document_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "documents_by_category" ON "documents" USING btree ("tenant_id","category","uploaded_at","id") WHERE category IS NOT NULL;--> statement-breakpoint
CREATE INDEX "documents_with_warnings" ON "documents" USING btree ("tenant_id") WHERE status = 'READY' AND reading_warnings IS NOT NULL AND reading_warnings <> '[]'::jsonb;--> statement-breakpoint
CREATE INDEX "documents_with_skipped" ON "documents" USING btree ("tenant_id") WHERE members_skipped IS NOT NULL;--> statement-breakpoint
CREATE INDEX "comments_with_mentions" ON "comments" USING btree ("tenant_id","created_at","id") WHERE cardinality(mentions) > 0;--> statement-breakpoint
CREATE INDEX "work_items_checkpoints" ON "work_items" USING btree ("tenant_id","created_at") WHERE kind = 'checkpoint';--> statement-breakpoint
CREATE INDEX "work_items_ended" ON "work_items" USING btree ("created_at") WHERE state in ('DONE', 'FAILED');--> statement-breakpoint
CREATE INDEX "result_checks_in_turn" ON "result_checks" USING btree ("tenant_id","checked_at" NULLS FIRST,"run_id");--> statement-breakpoint
CREATE INDEX "tasks_in_order" ON "tasks" USING btree ("tenant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "tasks_by_status" ON "tasks" USING btree ("tenant_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "tasks_open" ON "tasks" USING btree ("tenant_id","created_at","id") WHERE status <> 'COMPLETED';--> statement-breakpoint
CREATE INDEX "tasks_due" ON "tasks" USING btree ("tenant_id","due_date") WHERE status <> 'COMPLETED' and due_date is not null;--> statement-breakpoint
CREATE INDEX "tasks_of_assignee" ON "tasks" USING btree ("tenant_id","assignee_id","created_at","id") WHERE assignee_id is not null;--> statement-breakpoint
CREATE INDEX "tasks_of_nobody" ON "tasks" USING btree ("tenant_id","created_at","id") WHERE assignee_id is null;--> statement-breakpoint
CREATE INDEX "runs_in_order" ON "runs" USING btree ("tenant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "runs_of_status" ON "runs" USING btree ("tenant_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "api_keys_in_order" ON "api_keys" USING btree ("tenant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_expired" ON "idempotency_keys" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "memberships_of_user" ON "memberships" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "memberships_in_order" ON "memberships" USING btree ("tenant_id","created_at","user_id");--> statement-breakpoint
CREATE INDEX "memberships_by_email" ON "memberships" USING btree ("tenant_id",lower(email));
--> statement-breakpoint
DO $$
DECLARE named text;
BEGIN
  FOREACH named IN ARRAY ARRAY['tenant_usage', 'integrity_checks'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', named);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', named);
    EXECUTE format('CREATE POLICY %I ON %I TO assay_tenant
      USING (tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid))
      WITH CHECK (tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid))', named || '_of_tenant', named);
    EXECUTE format('CREATE POLICY %I ON %I TO assay_system USING (true) WITH CHECK (true)', named || '_of_system', named);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE ON %I TO assay_tenant', named);
  END LOOP;
END $$;
--> statement-breakpoint
GRANT SELECT ON tenant_usage TO assay_system;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON integrity_checks TO assay_system;
--> statement-breakpoint
GRANT SELECT (size_bytes) ON documents TO assay_system;
--> statement-breakpoint
-- Counted at the commit, so that no transaction holds a tenant's count while it waits for anything else.
CREATE FUNCTION count_document() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  counted uuid := CASE TG_OP WHEN 'DELETE' THEN OLD.tenant_id ELSE NEW.tenant_id END;
  more integer := CASE TG_OP WHEN 'DELETE' THEN -1 ELSE 1 END;
  size bigint := CASE TG_OP WHEN 'DELETE' THEN -OLD.size_bytes ELSE NEW.size_bytes END;
BEGIN
  INSERT INTO tenant_usage AS held (tenant_id, documents, bytes) VALUES (counted, more, size)
  ON CONFLICT (tenant_id) DO UPDATE SET documents = held.documents + more, bytes = held.bytes + size;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER documents_counted AFTER INSERT OR DELETE ON documents
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_document();
--> statement-breakpoint
ALTER TABLE documents ENABLE ALWAYS TRIGGER documents_counted;
--> statement-breakpoint
CREATE FUNCTION refuse_other_size() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Cannot change the size of document %', OLD.id USING ERRCODE = 'AS001';
END $$;
--> statement-breakpoint
CREATE TRIGGER documents_keep_size BEFORE UPDATE OF size_bytes ON documents FOR EACH ROW
  WHEN (NEW.size_bytes IS DISTINCT FROM OLD.size_bytes)
  EXECUTE FUNCTION refuse_other_size();
--> statement-breakpoint
ALTER TABLE documents ENABLE ALWAYS TRIGGER documents_keep_size;
--> statement-breakpoint
-- The results of a run wait for their first check from the moment that it finishes.
CREATE FUNCTION expect_result_check() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO result_checks (tenant_id, run_id) VALUES (NEW.tenant_id, NEW.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER runs_to_check AFTER INSERT OR UPDATE OF status ON runs FOR EACH ROW
  WHEN (NEW.status IN ('COMPLETED', 'FAILED')) EXECUTE FUNCTION expect_result_check();
--> statement-breakpoint
ALTER TABLE runs ENABLE ALWAYS TRIGGER runs_to_check;
--> statement-breakpoint
-- What is there already. The owner of the tables has no policy of its own.
ALTER TABLE documents NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE runs NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE result_checks NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE tenant_usage NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
INSERT INTO tenant_usage (tenant_id, documents, bytes)
  SELECT tenant_id, count(*), sum(size_bytes)::bigint FROM documents GROUP BY tenant_id;
--> statement-breakpoint
INSERT INTO result_checks (tenant_id, run_id)
  SELECT tenant_id, id FROM runs WHERE status IN ('COMPLETED', 'FAILED') ON CONFLICT DO NOTHING;
--> statement-breakpoint
ALTER TABLE documents FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE runs FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE result_checks FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE tenant_usage FORCE ROW LEVEL SECURITY;
