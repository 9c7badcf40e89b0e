-- Of `missing_count` the requirements that the model gave no usable answer for: a person judges them.
ALTER TABLE runs
  ADD COLUMN not_judged_count integer NOT NULL DEFAULT 0,
  ADD COLUMN continued_from_run_id uuid,
  ADD CONSTRAINT runs_tenant_id_continued_from_run_id_runs_tenant_id_id_fk
    FOREIGN KEY (tenant_id, continued_from_run_id) REFERENCES runs (tenant_id, id);
--> statement-breakpoint
CREATE FUNCTION guard_run_continued() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.continued_from_run_id IS DISTINCT FROM OLD.continued_from_run_id THEN
    RAISE EXCEPTION 'Cannot change which run % continues', OLD.id USING ERRCODE = 'AS001';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER runs_continued_final BEFORE UPDATE ON runs FOR EACH ROW EXECUTE FUNCTION guard_run_continued();
--> statement-breakpoint
ALTER TABLE runs ENABLE ALWAYS TRIGGER runs_continued_final;
--> statement-breakpoint
-- Why the assessor gave no usable answer: it is not asked the same again.
ALTER TABLE run_requirements ADD COLUMN unusable_code text;
--> statement-breakpoint
GRANT UPDATE (unusable_code) ON run_requirements TO assay_tenant;
--> statement-breakpoint
-- The calls of a model that its quota counts: those under way, and those of the last window.
CREATE TABLE model_calls (
  id uuid PRIMARY KEY NOT NULL,
  part text NOT NULL,
  started_at timestamp (3) with time zone NOT NULL DEFAULT now(),
  ended_at timestamp (3) with time zone,
  expires_at timestamp (3) with time zone NOT NULL,
  tokens integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX model_calls_of_part ON model_calls (part, started_at);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON model_calls TO assay_system;
--> statement-breakpoint
-- What a model's server accepts in a request, found out once for all processes. The key holds no address.
CREATE TABLE model_abilities (
  key text PRIMARY KEY NOT NULL,
  model text NOT NULL,
  abilities jsonb NOT NULL,
  found_at timestamp (3) with time zone NOT NULL DEFAULT now()
);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON model_abilities TO assay_system;
--> statement-breakpoint
ALTER TABLE pauses ADD COLUMN code text;
--> statement-breakpoint
CREATE INDEX work_items_waiting ON work_items (waiting_for, tenant_id, available_at) WHERE state = 'PENDING' AND waiting_for IS NOT NULL;
