-- Roles. They belong to the cluster, so another database of it may have made them already.
DO $$
DECLARE wanted text;
BEGIN
  FOREACH wanted IN ARRAY ARRAY['assay_tenant', 'assay_system', 'assay_catalog'] LOOP
    BEGIN
      EXECUTE format('CREATE ROLE %I NOLOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE', wanted);
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
    END;
    BEGIN
      IF NOT pg_has_role(current_user, wanted, 'MEMBER') THEN EXECUTE format('GRANT %I TO CURRENT_USER', wanted); END IF;
    EXCEPTION WHEN unique_violation THEN NULL;
    END;
    EXECUTE format('GRANT USAGE ON SCHEMA public TO %I', wanted);
  END LOOP;
END $$;
--> statement-breakpoint
ALTER TABLE chunk_vectors ALTER COLUMN embedding SET STORAGE PLAIN;
--> statement-breakpoint
GRANT SELECT ON tenants TO assay_tenant;
--> statement-breakpoint
GRANT SELECT ON memberships TO assay_tenant;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON idempotency_keys TO assay_tenant;
--> statement-breakpoint
GRANT SELECT ON packs TO assay_tenant;
--> statement-breakpoint
GRANT SELECT ON criteria_versions TO assay_tenant;
--> statement-breakpoint
GRANT SELECT ON criteria TO assay_tenant;
--> statement-breakpoint
GRANT SELECT ON requirements TO assay_tenant;
--> statement-breakpoint
GRANT SELECT ON corpus_activations TO assay_tenant;
--> statement-breakpoint
GRANT SELECT ON retrieval_versions TO assay_tenant;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON pack_bindings TO assay_tenant;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON documents TO assay_tenant;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (chunked_at), DELETE ON segments TO assay_tenant;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON chunks TO assay_tenant;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON chunk_vectors TO assay_tenant;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON chunk_terms TO assay_tenant;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON runs TO assay_tenant;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON run_steps TO assay_tenant;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (excluded_reason) ON run_documents TO assay_tenant;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (retrieved_at, verified_at) ON run_requirements TO assay_tenant;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (excluded_reason) ON retrievals TO assay_tenant;
--> statement-breakpoint
GRANT SELECT, INSERT ON assessments TO assay_tenant;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (status, updated_at) ON tasks TO assay_tenant;
--> statement-breakpoint
GRANT SELECT, INSERT ON exports TO assay_tenant;
--> statement-breakpoint
GRANT SELECT, INSERT ON snapshots TO assay_tenant;
--> statement-breakpoint
GRANT SELECT, INSERT ON audit_entries TO assay_tenant;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON audit_heads TO assay_tenant;
--> statement-breakpoint
GRANT SELECT, INSERT ON spans TO assay_tenant;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON work_items TO assay_tenant;
--> statement-breakpoint
GRANT SELECT, INSERT ON packs, criteria_versions, criteria, requirements, corpus_activations, retrieval_versions TO assay_catalog;
--> statement-breakpoint
GRANT UPDATE ON criteria_versions, retrieval_versions TO assay_catalog;
--> statement-breakpoint
GRANT UPDATE, DELETE ON criteria, requirements TO assay_catalog;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON tenants, memberships TO assay_system;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON work_items TO assay_system;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON sweeps TO assay_system;
--> statement-breakpoint
GRANT SELECT (id, tenant_id) ON tasks, exports TO assay_system;
--> statement-breakpoint
GRANT SELECT (id, tenant_id, status, rehashed_at, ready_at) ON documents TO assay_system;
--> statement-breakpoint
GRANT SELECT (id, tenant_id, status, progressed_at) ON runs TO assay_system;
--> statement-breakpoint
GRANT SELECT (tenant_id, key, expires_at), DELETE ON idempotency_keys TO assay_system;
--> statement-breakpoint
GRANT SELECT, INSERT ON audit_heads TO assay_system;
--> statement-breakpoint
ALTER TABLE tenants ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE tenants FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY tenants_of_tenant ON tenants TO assay_tenant USING (id = nullif(current_setting('app.tenant_id', true), '')::uuid);
--> statement-breakpoint
CREATE POLICY tenants_of_system ON tenants TO assay_system USING (true) WITH CHECK (true);
--> statement-breakpoint
ALTER TABLE memberships ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE memberships FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY memberships_of_tenant ON memberships TO assay_tenant
  USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
--> statement-breakpoint
ALTER TABLE idempotency_keys ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE idempotency_keys FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY idempotency_keys_of_tenant ON idempotency_keys TO assay_tenant
  USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
--> statement-breakpoint
ALTER TABLE pack_bindings ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE pack_bindings FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY pack_bindings_of_tenant ON pack_bindings TO assay_tenant
  USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
--> statement-breakpoint
ALTER TABLE documents ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE documents FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY documents_of_tenant ON documents TO assay_tenant
  USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
--> statement-breakpoint
ALTER TABLE segments ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE segments FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY segments_of_tenant ON segments TO assay_tenant
  USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
--> statement-breakpoint
ALTER TABLE chunks ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE chunks FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY chunks_of_tenant ON chunks TO assay_tenant
  USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
--> statement-breakpoint
ALTER TABLE chunk_vectors ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE chunk_vectors FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY chunk_vectors_of_tenant ON chunk_vectors TO assay_tenant
  USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
--> statement-breakpoint
ALTER TABLE chunk_terms ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE chunk_terms FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY chunk_terms_of_tenant ON chunk_terms TO assay_tenant
  USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
--> statement-breakpoint
ALTER TABLE runs ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE runs FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY runs_of_tenant ON runs TO assay_tenant
  USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
--> statement-breakpoint
ALTER TABLE run_steps ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE run_steps FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY run_steps_of_tenant ON run_steps TO assay_tenant
  USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
--> statement-breakpoint
ALTER TABLE run_documents ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE run_documents FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY run_documents_of_tenant ON run_documents TO assay_tenant
  USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
--> statement-breakpoint
ALTER TABLE run_requirements ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE run_requirements FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY run_requirements_of_tenant ON run_requirements TO assay_tenant
  USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
--> statement-breakpoint
ALTER TABLE retrievals ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE retrievals FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY retrievals_of_tenant ON retrievals TO assay_tenant
  USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
--> statement-breakpoint
ALTER TABLE assessments ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE assessments FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY assessments_of_tenant ON assessments TO assay_tenant
  USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
--> statement-breakpoint
ALTER TABLE tasks ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE tasks FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY tasks_of_tenant ON tasks TO assay_tenant
  USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
--> statement-breakpoint
ALTER TABLE exports ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE exports FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY exports_of_tenant ON exports TO assay_tenant
  USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
--> statement-breakpoint
ALTER TABLE snapshots ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE snapshots FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY snapshots_of_tenant ON snapshots TO assay_tenant
  USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
--> statement-breakpoint
ALTER TABLE audit_entries ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE audit_entries FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY audit_entries_of_tenant ON audit_entries TO assay_tenant
  USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
--> statement-breakpoint
ALTER TABLE audit_heads ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE audit_heads FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY audit_heads_of_tenant ON audit_heads TO assay_tenant
  USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
--> statement-breakpoint
ALTER TABLE spans ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE spans FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY spans_of_tenant ON spans TO assay_tenant
  USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
--> statement-breakpoint
ALTER TABLE work_items ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE work_items FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY work_items_of_tenant ON work_items TO assay_tenant
  USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY memberships_of_system ON memberships TO assay_system USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY work_items_of_system ON work_items TO assay_system USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY tasks_of_system ON tasks TO assay_system USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY exports_of_system ON exports TO assay_system USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY documents_of_system ON documents TO assay_system USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY runs_of_system ON runs TO assay_system USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY idempotency_keys_of_system ON idempotency_keys TO assay_system USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY audit_heads_of_system ON audit_heads TO assay_system USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Cannot change %: its rows are final', TG_TABLE_NAME USING ERRCODE = 'AS001';
END $$;
--> statement-breakpoint
CREATE TRIGGER assessments_final BEFORE UPDATE OR DELETE ON assessments FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE assessments ENABLE ALWAYS TRIGGER assessments_final;
--> statement-breakpoint
CREATE TRIGGER exports_final BEFORE UPDATE OR DELETE ON exports FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE exports ENABLE ALWAYS TRIGGER exports_final;
--> statement-breakpoint
CREATE TRIGGER snapshots_final BEFORE UPDATE OR DELETE ON snapshots FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE snapshots ENABLE ALWAYS TRIGGER snapshots_final;
--> statement-breakpoint
CREATE TRIGGER audit_entries_final BEFORE UPDATE OR DELETE ON audit_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE audit_entries ENABLE ALWAYS TRIGGER audit_entries_final;
--> statement-breakpoint
CREATE TRIGGER assessments_never_emptied BEFORE TRUNCATE ON assessments FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE assessments ENABLE ALWAYS TRIGGER assessments_never_emptied;
--> statement-breakpoint
CREATE TRIGGER exports_never_emptied BEFORE TRUNCATE ON exports FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE exports ENABLE ALWAYS TRIGGER exports_never_emptied;
--> statement-breakpoint
CREATE TRIGGER snapshots_never_emptied BEFORE TRUNCATE ON snapshots FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE snapshots ENABLE ALWAYS TRIGGER snapshots_never_emptied;
--> statement-breakpoint
CREATE TRIGGER audit_entries_never_emptied BEFORE TRUNCATE ON audit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE audit_entries ENABLE ALWAYS TRIGGER audit_entries_never_emptied;
--> statement-breakpoint
CREATE TRIGGER audit_heads_never_emptied BEFORE TRUNCATE ON audit_heads FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE audit_heads ENABLE ALWAYS TRIGGER audit_heads_never_emptied;
--> statement-breakpoint
CREATE TRIGGER runs_never_emptied BEFORE TRUNCATE ON runs FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE runs ENABLE ALWAYS TRIGGER runs_never_emptied;
--> statement-breakpoint
CREATE TRIGGER run_steps_never_emptied BEFORE TRUNCATE ON run_steps FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE run_steps ENABLE ALWAYS TRIGGER run_steps_never_emptied;
--> statement-breakpoint
CREATE TRIGGER run_documents_never_emptied BEFORE TRUNCATE ON run_documents FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE run_documents ENABLE ALWAYS TRIGGER run_documents_never_emptied;
--> statement-breakpoint
CREATE TRIGGER run_requirements_never_emptied BEFORE TRUNCATE ON run_requirements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE run_requirements ENABLE ALWAYS TRIGGER run_requirements_never_emptied;
--> statement-breakpoint
CREATE TRIGGER retrievals_never_emptied BEFORE TRUNCATE ON retrievals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE retrievals ENABLE ALWAYS TRIGGER retrievals_never_emptied;
--> statement-breakpoint
CREATE TRIGGER tasks_never_emptied BEFORE TRUNCATE ON tasks FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE tasks ENABLE ALWAYS TRIGGER tasks_never_emptied;
--> statement-breakpoint
CREATE TRIGGER criteria_versions_never_emptied BEFORE TRUNCATE ON criteria_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE criteria_versions ENABLE ALWAYS TRIGGER criteria_versions_never_emptied;
--> statement-breakpoint
CREATE TRIGGER criteria_never_emptied BEFORE TRUNCATE ON criteria FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE criteria ENABLE ALWAYS TRIGGER criteria_never_emptied;
--> statement-breakpoint
CREATE TRIGGER requirements_never_emptied BEFORE TRUNCATE ON requirements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE requirements ENABLE ALWAYS TRIGGER requirements_never_emptied;
--> statement-breakpoint
CREATE TRIGGER corpus_activations_never_emptied BEFORE TRUNCATE ON corpus_activations FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE corpus_activations ENABLE ALWAYS TRIGGER corpus_activations_never_emptied;
--> statement-breakpoint
CREATE TRIGGER retrieval_versions_never_emptied BEFORE TRUNCATE ON retrieval_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE retrieval_versions ENABLE ALWAYS TRIGGER retrieval_versions_never_emptied;
--> statement-breakpoint
CREATE TRIGGER runs_never_deleted BEFORE DELETE ON runs FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE runs ENABLE ALWAYS TRIGGER runs_never_deleted;
--> statement-breakpoint
CREATE TRIGGER tasks_never_deleted BEFORE DELETE ON tasks FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE tasks ENABLE ALWAYS TRIGGER tasks_never_deleted;
--> statement-breakpoint
CREATE TRIGGER retrieval_versions_never_deleted BEFORE DELETE ON retrieval_versions FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE retrieval_versions ENABLE ALWAYS TRIGGER retrieval_versions_never_deleted;
--> statement-breakpoint
CREATE TRIGGER audit_heads_never_deleted BEFORE DELETE ON audit_heads FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE audit_heads ENABLE ALWAYS TRIGGER audit_heads_never_deleted;
--> statement-breakpoint
CREATE FUNCTION guard_run() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status IN ('COMPLETED', 'FAILED') THEN
    IF OLD.snapshot_status = 'PENDING' AND NEW.snapshot_status IN ('CAPTURED', 'FAILED')
       AND to_jsonb(NEW) - 'snapshot_status' = to_jsonb(OLD) - 'snapshot_status' THEN
      RETURN NEW;
    END IF;
    RAISE EXCEPTION 'Cannot change run %: it has finished', OLD.id USING ERRCODE = 'AS001';
  END IF;
  IF (NEW.id, NEW.tenant_id, NEW.pack_id, NEW.criteria_version_id, NEW.corpus_activation_id, NEW.retrieval_version_id,
      NEW.trace_id, NEW.root_span_id, NEW.total_requirements, NEW.created_at, NEW.trigger_type, NEW.reuse, NEW.started_by)
     IS DISTINCT FROM
     (OLD.id, OLD.tenant_id, OLD.pack_id, OLD.criteria_version_id, OLD.corpus_activation_id, OLD.retrieval_version_id,
      OLD.trace_id, OLD.root_span_id, OLD.total_requirements, OLD.created_at, OLD.trigger_type, OLD.reuse, OLD.started_by) THEN
    RAISE EXCEPTION 'Cannot change the pins of run %', OLD.id USING ERRCODE = 'AS001';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER runs_final BEFORE UPDATE ON runs FOR EACH ROW EXECUTE FUNCTION guard_run();
--> statement-breakpoint
ALTER TABLE runs ENABLE ALWAYS TRIGGER runs_final;
--> statement-breakpoint
-- A part may not leave its run: moved to an open one, it would be missing from the finished one.
CREATE FUNCTION guard_run_part() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  owner record;
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'Cannot delete from %: it is part of a run', TG_TABLE_NAME USING ERRCODE = 'AS001';
  END IF;
  IF TG_OP = 'UPDATE' THEN
    IF (NEW.tenant_id, NEW.run_id) IS DISTINCT FROM (OLD.tenant_id, OLD.run_id) THEN
      RAISE EXCEPTION 'Cannot move % of run % to another run', TG_TABLE_NAME, OLD.run_id USING ERRCODE = 'AS001';
    END IF;
  END IF;
  SELECT status, trigger_type, xmin::text AS born INTO owner FROM runs WHERE id = NEW.run_id AND tenant_id = NEW.tenant_id;
  IF owner.status IN ('PENDING', 'IN_PROGRESS') THEN RETURN NEW; END IF;
  -- An import writes a finished run and its parts in one transaction.
  IF TG_OP = 'INSERT' AND owner.trigger_type = 'import' AND owner.born = (pg_current_xact_id()::xid)::text THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'Cannot change % of run %: it has finished', TG_TABLE_NAME, NEW.run_id USING ERRCODE = 'AS001';
END $$;
--> statement-breakpoint
CREATE TRIGGER run_steps_of_open_run BEFORE INSERT OR UPDATE OR DELETE ON run_steps FOR EACH ROW EXECUTE FUNCTION guard_run_part();
--> statement-breakpoint
ALTER TABLE run_steps ENABLE ALWAYS TRIGGER run_steps_of_open_run;
--> statement-breakpoint
CREATE TRIGGER run_documents_of_open_run BEFORE INSERT OR UPDATE OR DELETE ON run_documents FOR EACH ROW EXECUTE FUNCTION guard_run_part();
--> statement-breakpoint
ALTER TABLE run_documents ENABLE ALWAYS TRIGGER run_documents_of_open_run;
--> statement-breakpoint
CREATE TRIGGER run_requirements_of_open_run BEFORE INSERT OR UPDATE OR DELETE ON run_requirements FOR EACH ROW EXECUTE FUNCTION guard_run_part();
--> statement-breakpoint
ALTER TABLE run_requirements ENABLE ALWAYS TRIGGER run_requirements_of_open_run;
--> statement-breakpoint
CREATE TRIGGER assessments_of_open_run BEFORE INSERT ON assessments FOR EACH ROW EXECUTE FUNCTION guard_run_part();
--> statement-breakpoint
ALTER TABLE assessments ENABLE ALWAYS TRIGGER assessments_of_open_run;
--> statement-breakpoint
CREATE TRIGGER tasks_of_open_run BEFORE INSERT ON tasks FOR EACH ROW EXECUTE FUNCTION guard_run_part();
--> statement-breakpoint
ALTER TABLE tasks ENABLE ALWAYS TRIGGER tasks_of_open_run;
--> statement-breakpoint
CREATE TRIGGER exports_of_open_run BEFORE INSERT ON exports FOR EACH ROW EXECUTE FUNCTION guard_run_part();
--> statement-breakpoint
ALTER TABLE exports ENABLE ALWAYS TRIGGER exports_of_open_run;
--> statement-breakpoint
CREATE FUNCTION guard_task() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(NEW) - 'status' - 'updated_at' IS DISTINCT FROM to_jsonb(OLD) - 'status' - 'updated_at' THEN
    RAISE EXCEPTION 'Cannot change task % but for its status', OLD.id USING ERRCODE = 'AS001';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER tasks_only_status BEFORE UPDATE ON tasks FOR EACH ROW EXECUTE FUNCTION guard_task();
--> statement-breakpoint
ALTER TABLE tasks ENABLE ALWAYS TRIGGER tasks_only_status;
--> statement-breakpoint
CREATE FUNCTION guard_criteria_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status = 'PUBLISHED' THEN
    RAISE EXCEPTION 'Cannot change criteria version %: it is published', OLD.id USING ERRCODE = 'AS001';
  END IF;
  IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER criteria_versions_final BEFORE UPDATE OR DELETE ON criteria_versions FOR EACH ROW EXECUTE FUNCTION guard_criteria_version();
--> statement-breakpoint
ALTER TABLE criteria_versions ENABLE ALWAYS TRIGGER criteria_versions_final;
--> statement-breakpoint
CREATE FUNCTION guard_criteria_version_part() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE touched uuid[];
BEGIN
  touched := CASE TG_OP
    WHEN 'INSERT' THEN ARRAY[NEW.criteria_version_id]
    WHEN 'DELETE' THEN ARRAY[OLD.criteria_version_id]
    ELSE ARRAY[OLD.criteria_version_id, NEW.criteria_version_id]
  END;
  IF EXISTS (SELECT 1 FROM criteria_versions WHERE id = ANY (touched) AND status = 'PUBLISHED') THEN
    RAISE EXCEPTION 'Cannot change % of a published criteria version', TG_TABLE_NAME USING ERRCODE = 'AS001';
  END IF;
  IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER criteria_of_draft BEFORE INSERT OR UPDATE OR DELETE ON criteria FOR EACH ROW EXECUTE FUNCTION guard_criteria_version_part();
--> statement-breakpoint
ALTER TABLE criteria ENABLE ALWAYS TRIGGER criteria_of_draft;
--> statement-breakpoint
CREATE TRIGGER requirements_of_draft BEFORE INSERT OR UPDATE OR DELETE ON requirements FOR EACH ROW EXECUTE FUNCTION guard_criteria_version_part();
--> statement-breakpoint
ALTER TABLE requirements ENABLE ALWAYS TRIGGER requirements_of_draft;
--> statement-breakpoint
CREATE FUNCTION guard_retrieval_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(NEW) - 'activated_at' - 'activate_when_ready' IS DISTINCT FROM to_jsonb(OLD) - 'activated_at' - 'activate_when_ready' THEN
    RAISE EXCEPTION 'Cannot change retrieval version %', OLD.id USING ERRCODE = 'AS001';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER retrieval_versions_final BEFORE UPDATE ON retrieval_versions FOR EACH ROW EXECUTE FUNCTION guard_retrieval_version();
--> statement-breakpoint
ALTER TABLE retrieval_versions ENABLE ALWAYS TRIGGER retrieval_versions_final;
--> statement-breakpoint
CREATE FUNCTION guard_retrieval() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'Cannot delete from retrievals: it is part of a run' USING ERRCODE = 'AS001';
  END IF;
  IF TG_OP = 'UPDATE' THEN
    IF (NEW.tenant_id, NEW.run_requirement_id) IS DISTINCT FROM (OLD.tenant_id, OLD.run_requirement_id) THEN
      RAISE EXCEPTION 'Cannot move a retrieval to another requirement' USING ERRCODE = 'AS001';
    END IF;
  END IF;
  IF EXISTS (
    SELECT 1 FROM run_requirements part JOIN runs ON runs.tenant_id = part.tenant_id AND runs.id = part.run_id
    WHERE part.id = NEW.run_requirement_id AND runs.status IN ('COMPLETED', 'FAILED')
  ) THEN
    RAISE EXCEPTION 'Cannot change retrievals: their run has finished' USING ERRCODE = 'AS001';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER retrievals_of_open_run BEFORE INSERT OR UPDATE OR DELETE ON retrievals FOR EACH ROW EXECUTE FUNCTION guard_retrieval();
--> statement-breakpoint
ALTER TABLE retrievals ENABLE ALWAYS TRIGGER retrievals_of_open_run;
--> statement-breakpoint
-- A snapshot is taken once, in the transaction that makes its run COMPLETED.
CREATE FUNCTION guard_snapshot() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT 1 FROM runs
    WHERE id = NEW.run_id AND tenant_id = NEW.tenant_id AND status = 'COMPLETED' AND snapshot_status = 'PENDING'
  ) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'Cannot take a snapshot of run %: it is not the moment of its completion', NEW.run_id USING ERRCODE = 'AS001';
END $$;
--> statement-breakpoint
CREATE TRIGGER snapshots_at_completion BEFORE INSERT ON snapshots FOR EACH ROW EXECUTE FUNCTION guard_snapshot();
--> statement-breakpoint
ALTER TABLE snapshots ENABLE ALWAYS TRIGGER snapshots_at_completion;
--> statement-breakpoint
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
--> statement-breakpoint
GRANT SELECT (id, tenant_id, document_id) ON chunks TO assay_system;
--> statement-breakpoint
GRANT SELECT (tenant_id, chunk_id, embedder) ON chunk_vectors TO assay_system;
--> statement-breakpoint
CREATE POLICY chunks_of_system ON chunks TO assay_system USING (true);
--> statement-breakpoint
CREATE POLICY chunk_vectors_of_system ON chunk_vectors TO assay_system USING (true);
--> statement-breakpoint
ALTER TABLE guidance_vectors ALTER COLUMN embedding SET STORAGE PLAIN;
--> statement-breakpoint
GRANT SELECT ON corpus_ingestions, guidance_chunks, guidance_vectors, corpus_activation_items TO assay_tenant;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON corpus_ingestions TO assay_catalog;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON guidance_chunks TO assay_catalog;
--> statement-breakpoint
GRANT SELECT, INSERT ON guidance_vectors, corpus_activation_items TO assay_catalog;
--> statement-breakpoint
GRANT SELECT (id, status, requested_by_tenant_id) ON corpus_ingestions TO assay_system;
--> statement-breakpoint
GRANT SELECT (id, ingestion_id) ON guidance_chunks TO assay_system;
--> statement-breakpoint
GRANT SELECT (chunk_id, embedder) ON guidance_vectors TO assay_system;
--> statement-breakpoint
GRANT UPDATE (guidance_chunk_ids) ON run_requirements TO assay_tenant;
--> statement-breakpoint
CREATE FUNCTION guard_corpus_ingestion() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'Cannot delete corpus ingestion %: it is a record', OLD.id USING ERRCODE = 'AS001';
  END IF;
  IF OLD.status IN ('COMPLETED', 'FAILED') THEN
    RAISE EXCEPTION 'Cannot change corpus ingestion %: it has finished', OLD.id USING ERRCODE = 'AS001';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER corpus_ingestions_final BEFORE UPDATE OR DELETE ON corpus_ingestions FOR EACH ROW EXECUTE FUNCTION guard_corpus_ingestion();
--> statement-breakpoint
ALTER TABLE corpus_ingestions ENABLE ALWAYS TRIGGER corpus_ingestions_final;
--> statement-breakpoint
CREATE FUNCTION guard_guidance_chunk() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE touched uuid[];
BEGIN
  touched := CASE TG_OP
    WHEN 'INSERT' THEN ARRAY[NEW.ingestion_id]
    WHEN 'DELETE' THEN ARRAY[OLD.ingestion_id]
    ELSE ARRAY[OLD.ingestion_id, NEW.ingestion_id]
  END;
  IF EXISTS (SELECT 1 FROM corpus_ingestions WHERE id = ANY (touched) AND status IN ('COMPLETED', 'FAILED')) THEN
    RAISE EXCEPTION 'Cannot change the guidance of a corpus ingestion that has finished' USING ERRCODE = 'AS001';
  END IF;
  IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER guidance_chunks_of_open_ingestion BEFORE INSERT OR UPDATE OR DELETE ON guidance_chunks FOR EACH ROW EXECUTE FUNCTION guard_guidance_chunk();
--> statement-breakpoint
ALTER TABLE guidance_chunks ENABLE ALWAYS TRIGGER guidance_chunks_of_open_ingestion;
--> statement-breakpoint
-- Vectors of another embedder may be added to finished guidance; none may change, or go while its chunk stays.
CREATE FUNCTION guard_guidance_vector() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT 1 FROM guidance_chunks WHERE id = OLD.chunk_id) THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'Cannot change guidance_vectors: its rows are final' USING ERRCODE = 'AS001';
END $$;
--> statement-breakpoint
CREATE TRIGGER guidance_vectors_final BEFORE UPDATE OR DELETE ON guidance_vectors FOR EACH ROW EXECUTE FUNCTION guard_guidance_vector();
--> statement-breakpoint
ALTER TABLE guidance_vectors ENABLE ALWAYS TRIGGER guidance_vectors_final;
--> statement-breakpoint
CREATE TRIGGER corpus_activations_final BEFORE UPDATE OR DELETE ON corpus_activations FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE corpus_activations ENABLE ALWAYS TRIGGER corpus_activations_final;
--> statement-breakpoint
-- An activation is whole from birth: its items are written in its own transaction, of completed ingestions only.
CREATE FUNCTION guard_activation_item() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    RAISE EXCEPTION 'Cannot change corpus_activation_items: its rows are final' USING ERRCODE = 'AS001';
  END IF;
  IF NOT EXISTS (
    SELECT 1 FROM corpus_activations
    WHERE id = NEW.activation_id AND xmin::text = (pg_current_xact_id()::xid)::text
  ) THEN
    RAISE EXCEPTION 'Cannot add to corpus activation %: it is final', NEW.activation_id USING ERRCODE = 'AS001';
  END IF;
  IF NOT EXISTS (SELECT 1 FROM corpus_ingestions WHERE id = NEW.ingestion_id AND status = 'COMPLETED') THEN
    RAISE EXCEPTION 'Cannot activate corpus ingestion %: it is not completed', NEW.ingestion_id USING ERRCODE = 'AS001';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER corpus_activation_items_final BEFORE INSERT OR UPDATE OR DELETE ON corpus_activation_items FOR EACH ROW EXECUTE FUNCTION guard_activation_item();
--> statement-breakpoint
ALTER TABLE corpus_activation_items ENABLE ALWAYS TRIGGER corpus_activation_items_final;
--> statement-breakpoint
CREATE TRIGGER corpus_ingestions_never_emptied BEFORE TRUNCATE ON corpus_ingestions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE corpus_ingestions ENABLE ALWAYS TRIGGER corpus_ingestions_never_emptied;
--> statement-breakpoint
CREATE TRIGGER guidance_chunks_never_emptied BEFORE TRUNCATE ON guidance_chunks FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE guidance_chunks ENABLE ALWAYS TRIGGER guidance_chunks_never_emptied;
--> statement-breakpoint
CREATE TRIGGER corpus_activation_items_never_emptied BEFORE TRUNCATE ON corpus_activation_items FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE corpus_activation_items ENABLE ALWAYS TRIGGER corpus_activation_items_never_emptied;
