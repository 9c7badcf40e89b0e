-- What the assessor answered, beside what was made of it. Null in assessments of the release before.
ALTER TABLE assessments
  ADD COLUMN parts jsonb,
  ADD COLUMN citation_notes jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN occurrences jsonb,
  ADD COLUMN answer jsonb,
  ADD COLUMN assessor_model text;
--> statement-breakpoint
-- Null in versions made before: they go on as they were.
ALTER TABLE retrieval_versions ADD COLUMN evidence_rules jsonb;
--> statement-breakpoint
ALTER TABLE runs
  ADD COLUMN period_from date,
  ADD COLUMN period_to date,
  ADD CONSTRAINT runs_period CHECK ((period_from IS NULL) = (period_to IS NULL) AND period_from <= period_to);
--> statement-breakpoint
ALTER TABLE run_documents
  ADD COLUMN state text,
  ADD COLUMN evidence_kind text;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION guard_run_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(NEW) - 'excluded_reason' - 'state' IS DISTINCT FROM to_jsonb(OLD) - 'excluded_reason' - 'state' THEN
    RAISE EXCEPTION 'Cannot change document % of run % but for its exclusion and its state', OLD.document_id, OLD.run_id USING ERRCODE = 'AS001';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION guard_run_period() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.period_from, NEW.period_to) IS DISTINCT FROM (OLD.period_from, OLD.period_to) THEN
    RAISE EXCEPTION 'Cannot change the period of run %', OLD.id USING ERRCODE = 'AS001';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER runs_period_final BEFORE UPDATE ON runs FOR EACH ROW EXECUTE FUNCTION guard_run_period();
--> statement-breakpoint
ALTER TABLE runs ENABLE ALWAYS TRIGGER runs_period_final;
