ALTER TABLE "erasures" DROP CONSTRAINT "erasures_erased_tenant_id_unique";--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "importing" text;--> statement-breakpoint
CREATE UNIQUE INDEX "erasures_one_open" ON "erasures" USING btree ("erased_tenant_id") WHERE finished_at is null;
--> statement-breakpoint
ALTER TABLE tenants ADD CONSTRAINT tenants_importing
  CHECK (importing IS NULL OR (importing IN ('ROWS', 'FILES') AND status = 'INACTIVE'));
--> statement-breakpoint
GRANT SELECT (id, importing) ON tenants TO assay_catalog;
--> statement-breakpoint
CREATE POLICY tenants_of_catalog ON tenants FOR SELECT TO assay_catalog
  USING (id = nullif(current_setting('app.tenant_id', true), '')::uuid);
--> statement-breakpoint
-- Rows of an archive come as they were: of finished runs, signed and published. Only the transaction that made the tenant for
-- them ever sees it true. Tables are named with their schema: a temporary one of the same name is not asked.
CREATE FUNCTION is_import(tenant uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM public.tenants WHERE id = tenant AND importing = 'ROWS')
$$;
--> statement-breakpoint
-- Packs may be of the deployment: an import fills only those of their parts that it made itself, and adds to none that was there.
CREATE FUNCTION is_import_of_version(asked uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT public.is_import(nullif(current_setting('app.tenant_id', true), '')::uuid)
    AND EXISTS (SELECT FROM public.criteria_versions WHERE id = asked AND xmin = pg_current_xact_id()::xid)
$$;
--> statement-breakpoint
CREATE FUNCTION is_import_of_ingestion(asked uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT public.is_import(nullif(current_setting('app.tenant_id', true), '')::uuid)
    AND EXISTS (SELECT FROM public.corpus_ingestions WHERE id = asked AND xmin = pg_current_xact_id()::xid)
$$;
--> statement-breakpoint
CREATE FUNCTION is_import_of_activation(asked uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT public.is_import(nullif(current_setting('app.tenant_id', true), '')::uuid)
    AND EXISTS (SELECT FROM public.corpus_activations WHERE id = asked AND xmin = pg_current_xact_id()::xid)
$$;
--> statement-breakpoint
-- Who owns the tables may begin one, and the login of a service that does not own them never.
CREATE FUNCTION guard_new_import() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.importing = 'ROWS' AND pg_has_role(session_user, (SELECT relowner FROM pg_catalog.pg_class WHERE oid = TG_RELID), 'MEMBER') THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'Cannot begin the import of tenant %: it takes the owner of the tables', NEW.id USING ERRCODE = '42501';
END $$;
--> statement-breakpoint
CREATE TRIGGER tenants_import_begins BEFORE INSERT ON tenants FOR EACH ROW
  WHEN (NEW.importing IS NOT NULL) EXECUTE FUNCTION guard_new_import();
--> statement-breakpoint
ALTER TABLE tenants ENABLE ALWAYS TRIGGER tenants_import_begins;
--> statement-breakpoint
CREATE FUNCTION guard_importing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.importing IS NULL OR (OLD.importing = 'ROWS' AND NEW.importing = 'FILES') THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'Cannot import into tenant %: it is there already', OLD.id USING ERRCODE = 'AS001';
END $$;
--> statement-breakpoint
CREATE TRIGGER tenants_importing BEFORE UPDATE OF importing ON tenants FOR EACH ROW
  WHEN (NEW.importing IS DISTINCT FROM OLD.importing) EXECUTE FUNCTION guard_importing();
--> statement-breakpoint
ALTER TABLE tenants ENABLE ALWAYS TRIGGER tenants_importing;
--> statement-breakpoint
-- A tenant that cannot be seen at the end counts as open too.
CREATE FUNCTION refuse_open_import() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM public.tenants WHERE id = NEW.id AND importing IS DISTINCT FROM 'ROWS') THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'Cannot leave the import of tenant % open', NEW.id USING ERRCODE = 'AS001';
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER tenants_import_ends AFTER INSERT ON tenants DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.importing = 'ROWS') EXECUTE FUNCTION refuse_open_import();
--> statement-breakpoint
ALTER TABLE tenants ENABLE ALWAYS TRIGGER tenants_import_ends;
--> statement-breakpoint
-- What guards new rows says itself that an import passes: a function that is replaced later cannot lose it.
DROP TRIGGER run_steps_of_open_run ON run_steps;
--> statement-breakpoint
CREATE TRIGGER run_steps_of_open_run BEFORE UPDATE OR DELETE ON run_steps FOR EACH ROW EXECUTE FUNCTION guard_run_part();
--> statement-breakpoint
ALTER TABLE run_steps ENABLE ALWAYS TRIGGER run_steps_of_open_run;
--> statement-breakpoint
CREATE TRIGGER run_steps_new_of_open_run BEFORE INSERT ON run_steps FOR EACH ROW
  WHEN (NOT is_import(NEW.tenant_id)) EXECUTE FUNCTION guard_run_part();
--> statement-breakpoint
ALTER TABLE run_steps ENABLE ALWAYS TRIGGER run_steps_new_of_open_run;
--> statement-breakpoint
DROP TRIGGER run_documents_of_open_run ON run_documents;
--> statement-breakpoint
CREATE TRIGGER run_documents_of_open_run BEFORE UPDATE OR DELETE ON run_documents FOR EACH ROW EXECUTE FUNCTION guard_run_part();
--> statement-breakpoint
ALTER TABLE run_documents ENABLE ALWAYS TRIGGER run_documents_of_open_run;
--> statement-breakpoint
CREATE TRIGGER run_documents_new_of_open_run BEFORE INSERT ON run_documents FOR EACH ROW
  WHEN (NOT is_import(NEW.tenant_id)) EXECUTE FUNCTION guard_run_part();
--> statement-breakpoint
ALTER TABLE run_documents ENABLE ALWAYS TRIGGER run_documents_new_of_open_run;
--> statement-breakpoint
DROP TRIGGER run_documents_left_out_of_open_run ON run_documents_left_out;
--> statement-breakpoint
CREATE TRIGGER run_documents_left_out_of_open_run BEFORE UPDATE OR DELETE ON run_documents_left_out FOR EACH ROW EXECUTE FUNCTION guard_run_part();
--> statement-breakpoint
ALTER TABLE run_documents_left_out ENABLE ALWAYS TRIGGER run_documents_left_out_of_open_run;
--> statement-breakpoint
CREATE TRIGGER run_documents_left_out_new_of_open_run BEFORE INSERT ON run_documents_left_out FOR EACH ROW
  WHEN (NOT is_import(NEW.tenant_id)) EXECUTE FUNCTION guard_run_part();
--> statement-breakpoint
ALTER TABLE run_documents_left_out ENABLE ALWAYS TRIGGER run_documents_left_out_new_of_open_run;
--> statement-breakpoint
DROP TRIGGER run_requirements_of_open_run ON run_requirements;
--> statement-breakpoint
CREATE TRIGGER run_requirements_of_open_run BEFORE UPDATE OR DELETE ON run_requirements FOR EACH ROW EXECUTE FUNCTION guard_run_part();
--> statement-breakpoint
ALTER TABLE run_requirements ENABLE ALWAYS TRIGGER run_requirements_of_open_run;
--> statement-breakpoint
CREATE TRIGGER run_requirements_new_of_open_run BEFORE INSERT ON run_requirements FOR EACH ROW
  WHEN (NOT is_import(NEW.tenant_id)) EXECUTE FUNCTION guard_run_part();
--> statement-breakpoint
ALTER TABLE run_requirements ENABLE ALWAYS TRIGGER run_requirements_new_of_open_run;
--> statement-breakpoint
DROP TRIGGER run_exceptions_of_open_run ON run_exceptions;
--> statement-breakpoint
CREATE TRIGGER run_exceptions_of_open_run BEFORE UPDATE OR DELETE ON run_exceptions FOR EACH ROW EXECUTE FUNCTION guard_run_part();
--> statement-breakpoint
ALTER TABLE run_exceptions ENABLE ALWAYS TRIGGER run_exceptions_of_open_run;
--> statement-breakpoint
CREATE TRIGGER run_exceptions_new_of_open_run BEFORE INSERT ON run_exceptions FOR EACH ROW
  WHEN (NOT is_import(NEW.tenant_id)) EXECUTE FUNCTION guard_run_part();
--> statement-breakpoint
ALTER TABLE run_exceptions ENABLE ALWAYS TRIGGER run_exceptions_new_of_open_run;
--> statement-breakpoint
DROP TRIGGER retrievals_of_open_run ON retrievals;
--> statement-breakpoint
CREATE TRIGGER retrievals_of_open_run BEFORE UPDATE OR DELETE ON retrievals FOR EACH ROW EXECUTE FUNCTION guard_retrieval();
--> statement-breakpoint
ALTER TABLE retrievals ENABLE ALWAYS TRIGGER retrievals_of_open_run;
--> statement-breakpoint
CREATE TRIGGER retrievals_new_of_open_run BEFORE INSERT ON retrievals FOR EACH ROW
  WHEN (NOT is_import(NEW.tenant_id)) EXECUTE FUNCTION guard_retrieval();
--> statement-breakpoint
ALTER TABLE retrievals ENABLE ALWAYS TRIGGER retrievals_new_of_open_run;
--> statement-breakpoint
DROP TRIGGER assessments_of_open_run ON assessments;
--> statement-breakpoint
CREATE TRIGGER assessments_of_open_run BEFORE INSERT ON assessments FOR EACH ROW
  WHEN (NOT is_import(NEW.tenant_id)) EXECUTE FUNCTION guard_run_part();
--> statement-breakpoint
ALTER TABLE assessments ENABLE ALWAYS TRIGGER assessments_of_open_run;
--> statement-breakpoint
DROP TRIGGER exports_of_open_run ON exports;
--> statement-breakpoint
CREATE TRIGGER exports_of_open_run BEFORE INSERT ON exports FOR EACH ROW
  WHEN (NOT is_import(NEW.tenant_id)) EXECUTE FUNCTION guard_run_part();
--> statement-breakpoint
ALTER TABLE exports ENABLE ALWAYS TRIGGER exports_of_open_run;
--> statement-breakpoint
DROP TRIGGER tasks_of_open_run ON tasks;
--> statement-breakpoint
CREATE TRIGGER tasks_of_open_run BEFORE INSERT ON tasks FOR EACH ROW
  WHEN (NEW.review_id IS NULL AND NOT is_import(NEW.tenant_id)) EXECUTE FUNCTION guard_run_part();
--> statement-breakpoint
ALTER TABLE tasks ENABLE ALWAYS TRIGGER tasks_of_open_run;
--> statement-breakpoint
DROP TRIGGER tasks_of_review ON tasks;
--> statement-breakpoint
CREATE TRIGGER tasks_of_review BEFORE INSERT ON tasks FOR EACH ROW
  WHEN (NEW.review_id IS NOT NULL AND NOT is_import(NEW.tenant_id)) EXECUTE FUNCTION guard_review_task();
--> statement-breakpoint
ALTER TABLE tasks ENABLE ALWAYS TRIGGER tasks_of_review;
--> statement-breakpoint
DROP TRIGGER snapshots_at_completion ON snapshots;
--> statement-breakpoint
CREATE TRIGGER snapshots_at_completion BEFORE INSERT ON snapshots FOR EACH ROW
  WHEN (NOT is_import(NEW.tenant_id)) EXECUTE FUNCTION guard_snapshot();
--> statement-breakpoint
ALTER TABLE snapshots ENABLE ALWAYS TRIGGER snapshots_at_completion;
--> statement-breakpoint
DROP TRIGGER reviews_of_unsigned_run ON reviews;
--> statement-breakpoint
CREATE TRIGGER reviews_of_unsigned_run BEFORE INSERT ON reviews FOR EACH ROW
  WHEN (NOT is_import(NEW.tenant_id)) EXECUTE FUNCTION guard_review();
--> statement-breakpoint
ALTER TABLE reviews ENABLE ALWAYS TRIGGER reviews_of_unsigned_run;
--> statement-breakpoint
DROP TRIGGER sign_offs_in_turn ON sign_offs;
--> statement-breakpoint
CREATE TRIGGER sign_offs_in_turn BEFORE INSERT ON sign_offs FOR EACH ROW
  WHEN (NOT is_import(NEW.tenant_id)) EXECUTE FUNCTION guard_sign_off();
--> statement-breakpoint
ALTER TABLE sign_offs ENABLE ALWAYS TRIGGER sign_offs_in_turn;
--> statement-breakpoint
DROP TRIGGER exceptions_forward ON exceptions;
--> statement-breakpoint
CREATE TRIGGER exceptions_forward BEFORE UPDATE ON exceptions FOR EACH ROW EXECUTE FUNCTION guard_exception();
--> statement-breakpoint
ALTER TABLE exceptions ENABLE ALWAYS TRIGGER exceptions_forward;
--> statement-breakpoint
CREATE TRIGGER exceptions_new_forward BEFORE INSERT ON exceptions FOR EACH ROW
  WHEN (NOT is_import(NEW.tenant_id)) EXECUTE FUNCTION guard_exception();
--> statement-breakpoint
ALTER TABLE exceptions ENABLE ALWAYS TRIGGER exceptions_new_forward;
--> statement-breakpoint
DROP TRIGGER pack_bindings_of_visible ON pack_bindings;
--> statement-breakpoint
CREATE TRIGGER pack_bindings_of_visible BEFORE UPDATE ON pack_bindings FOR EACH ROW EXECUTE FUNCTION guard_binding();
--> statement-breakpoint
ALTER TABLE pack_bindings ENABLE ALWAYS TRIGGER pack_bindings_of_visible;
--> statement-breakpoint
CREATE TRIGGER pack_bindings_new_of_visible BEFORE INSERT ON pack_bindings FOR EACH ROW
  WHEN (NOT is_import(NEW.tenant_id)) EXECUTE FUNCTION guard_binding();
--> statement-breakpoint
ALTER TABLE pack_bindings ENABLE ALWAYS TRIGGER pack_bindings_new_of_visible;
--> statement-breakpoint
DROP TRIGGER criteria_of_draft ON criteria;
--> statement-breakpoint
CREATE TRIGGER criteria_of_draft BEFORE UPDATE OR DELETE ON criteria FOR EACH ROW EXECUTE FUNCTION guard_criteria_version_part();
--> statement-breakpoint
ALTER TABLE criteria ENABLE ALWAYS TRIGGER criteria_of_draft;
--> statement-breakpoint
CREATE TRIGGER criteria_new_of_draft BEFORE INSERT ON criteria FOR EACH ROW
  WHEN (NOT is_import_of_version(NEW.criteria_version_id)) EXECUTE FUNCTION guard_criteria_version_part();
--> statement-breakpoint
ALTER TABLE criteria ENABLE ALWAYS TRIGGER criteria_new_of_draft;
--> statement-breakpoint
DROP TRIGGER requirements_of_draft ON requirements;
--> statement-breakpoint
CREATE TRIGGER requirements_of_draft BEFORE UPDATE OR DELETE ON requirements FOR EACH ROW EXECUTE FUNCTION guard_criteria_version_part();
--> statement-breakpoint
ALTER TABLE requirements ENABLE ALWAYS TRIGGER requirements_of_draft;
--> statement-breakpoint
CREATE TRIGGER requirements_new_of_draft BEFORE INSERT ON requirements FOR EACH ROW
  WHEN (NOT is_import_of_version(NEW.criteria_version_id)) EXECUTE FUNCTION guard_criteria_version_part();
--> statement-breakpoint
ALTER TABLE requirements ENABLE ALWAYS TRIGGER requirements_new_of_draft;
--> statement-breakpoint
DROP TRIGGER guidance_chunks_of_open_ingestion ON guidance_chunks;
--> statement-breakpoint
CREATE TRIGGER guidance_chunks_of_open_ingestion BEFORE UPDATE OR DELETE ON guidance_chunks FOR EACH ROW EXECUTE FUNCTION guard_guidance_chunk();
--> statement-breakpoint
ALTER TABLE guidance_chunks ENABLE ALWAYS TRIGGER guidance_chunks_of_open_ingestion;
--> statement-breakpoint
CREATE TRIGGER guidance_chunks_new_of_open_ingestion BEFORE INSERT ON guidance_chunks FOR EACH ROW
  WHEN (NOT is_import_of_ingestion(NEW.ingestion_id)) EXECUTE FUNCTION guard_guidance_chunk();
--> statement-breakpoint
ALTER TABLE guidance_chunks ENABLE ALWAYS TRIGGER guidance_chunks_new_of_open_ingestion;
--> statement-breakpoint
DROP TRIGGER corpus_activation_items_final ON corpus_activation_items;
--> statement-breakpoint
CREATE TRIGGER corpus_activation_items_final BEFORE UPDATE OR DELETE ON corpus_activation_items FOR EACH ROW EXECUTE FUNCTION guard_activation_item();
--> statement-breakpoint
ALTER TABLE corpus_activation_items ENABLE ALWAYS TRIGGER corpus_activation_items_final;
--> statement-breakpoint
CREATE TRIGGER corpus_activation_items_new_row BEFORE INSERT ON corpus_activation_items FOR EACH ROW
  WHEN (NOT is_import_of_activation(NEW.activation_id)) EXECUTE FUNCTION guard_activation_item();
--> statement-breakpoint
ALTER TABLE corpus_activation_items ENABLE ALWAYS TRIGGER corpus_activation_items_new_row;
--> statement-breakpoint
DROP TRIGGER removed_runs_guarded ON removed_runs;
--> statement-breakpoint
CREATE TRIGGER removed_runs_guarded BEFORE UPDATE OR DELETE ON removed_runs FOR EACH ROW EXECUTE FUNCTION guard_removed_run();
--> statement-breakpoint
ALTER TABLE removed_runs ENABLE ALWAYS TRIGGER removed_runs_guarded;
--> statement-breakpoint
CREATE TRIGGER removed_runs_new_guarded BEFORE INSERT ON removed_runs FOR EACH ROW
  WHEN (NOT is_import(NEW.tenant_id)) EXECUTE FUNCTION guard_removed_run();
--> statement-breakpoint
ALTER TABLE removed_runs ENABLE ALWAYS TRIGGER removed_runs_new_guarded;
