-- A part may not leave its run: moved to an open one, it would be missing from the finished one.
CREATE OR REPLACE FUNCTION guard_run_part() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE OR REPLACE FUNCTION guard_criteria_version_part() RETURNS trigger LANGUAGE plpgsql AS $$
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
