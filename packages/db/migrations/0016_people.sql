-- What people say of a finished run stands beside it: reviews, comments, exceptions, sign-offs, links for auditors.
ALTER TABLE memberships ADD COLUMN may_review boolean NOT NULL DEFAULT false;
--> statement-breakpoint
GRANT UPDATE (may_review) ON memberships TO assay_tenant;
--> statement-breakpoint
-- What a review of a verdict is compared by in the next run. Null in runs of earlier releases.
ALTER TABLE assessments ADD COLUMN review_digest text;
--> statement-breakpoint
CREATE INDEX assessments_of_requirement ON assessments (run_id, requirement_id);
--> statement-breakpoint
CREATE TABLE reviews (
  id uuid PRIMARY KEY NOT NULL,
  tenant_id uuid NOT NULL,
  run_id uuid NOT NULL,
  pack_id uuid NOT NULL,
  requirement_id text NOT NULL,
  sequence integer NOT NULL,
  decision text NOT NULL,
  status text,
  reason_code text,
  reason text,
  reason_hash text,
  redacted_at timestamp (3) with time zone,
  redacted_by uuid,
  reviewer_id uuid NOT NULL,
  reviewer_name text NOT NULL,
  reviewer_role text NOT NULL,
  opened_chunk_ids uuid[] NOT NULL,
  cited_count integer NOT NULL,
  opened_count integer NOT NULL,
  duration_ms integer,
  review_digest text,
  confirms_review_id uuid,
  created_at timestamp (3) with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT reviews_run_id_sequence UNIQUE (run_id, sequence),
  CONSTRAINT reviews_tenant_id_id UNIQUE (tenant_id, id),
  CONSTRAINT reviews_run FOREIGN KEY (tenant_id, run_id) REFERENCES runs (tenant_id, id)
);
--> statement-breakpoint
CREATE INDEX reviews_in_order ON reviews (tenant_id, run_id, sequence);
--> statement-breakpoint
CREATE INDEX reviews_of_requirement ON reviews (tenant_id, pack_id, requirement_id, created_at);
--> statement-breakpoint
CREATE INDEX reviews_by_reviewer ON reviews (tenant_id, created_at, reviewer_id);
--> statement-breakpoint
CREATE TABLE comments (
  id uuid PRIMARY KEY NOT NULL,
  tenant_id uuid NOT NULL,
  run_id uuid NOT NULL,
  requirement_id text,
  sequence integer NOT NULL,
  kind text NOT NULL DEFAULT 'COMMENT',
  text text,
  text_hash text NOT NULL,
  author_id text NOT NULL,
  author_name text NOT NULL,
  mentions uuid[] NOT NULL DEFAULT '{}'::uuid[],
  answers_id uuid,
  redacted_at timestamp (3) with time zone,
  redacted_by uuid,
  created_at timestamp (3) with time zone NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT comments_run_id_sequence UNIQUE (run_id, sequence),
  CONSTRAINT comments_tenant_id_id UNIQUE (tenant_id, id),
  CONSTRAINT comments_run FOREIGN KEY (tenant_id, run_id) REFERENCES runs (tenant_id, id),
  CONSTRAINT comments_answers FOREIGN KEY (tenant_id, answers_id) REFERENCES comments (tenant_id, id)
);
--> statement-breakpoint
CREATE INDEX comments_in_order ON comments (tenant_id, run_id, sequence);
--> statement-breakpoint
CREATE INDEX comments_by_mention ON comments USING gin (mentions);
--> statement-breakpoint
CREATE INDEX comments_open_requests ON comments (tenant_id, run_id) WHERE kind = 'REQUEST';
--> statement-breakpoint
CREATE UNIQUE INDEX comments_answer_once ON comments (tenant_id, answers_id) WHERE answers_id IS NOT NULL;
--> statement-breakpoint
-- How far each member has read; '' stands for what is said of the whole run.
CREATE TABLE comment_reads (
  tenant_id uuid NOT NULL,
  user_id uuid NOT NULL,
  run_id uuid NOT NULL,
  requirement_id text NOT NULL,
  read_to integer NOT NULL,
  CONSTRAINT comment_reads_pk PRIMARY KEY (tenant_id, user_id, run_id, requirement_id),
  CONSTRAINT comment_reads_run FOREIGN KEY (tenant_id, run_id) REFERENCES runs (tenant_id, id)
);
--> statement-breakpoint
CREATE TABLE exceptions (
  id uuid PRIMARY KEY NOT NULL,
  tenant_id uuid NOT NULL,
  pack_id uuid NOT NULL,
  requirement_id text NOT NULL,
  kind text NOT NULL,
  scope text,
  reason text NOT NULL,
  compensating_control text,
  owner_id uuid NOT NULL,
  proposed_by text NOT NULL,
  proposed_by_person uuid,
  approved_by uuid,
  approved_at timestamp (3) with time zone,
  valid_from date NOT NULL,
  valid_until date NOT NULL,
  status text NOT NULL DEFAULT 'PROPOSED',
  document_id uuid,
  revoked_by uuid,
  revoked_at timestamp (3) with time zone,
  revoke_reason text,
  created_at timestamp (3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT exceptions_tenant_id_id UNIQUE (tenant_id, id),
  CONSTRAINT exceptions_tenant FOREIGN KEY (tenant_id) REFERENCES tenants (id),
  CONSTRAINT exceptions_pack FOREIGN KEY (pack_id) REFERENCES packs (id)
);
--> statement-breakpoint
CREATE INDEX exceptions_in_order ON exceptions (tenant_id, created_at, id);
--> statement-breakpoint
CREATE INDEX exceptions_of_requirement ON exceptions (tenant_id, pack_id, requirement_id) WHERE status = 'APPROVED';
--> statement-breakpoint
CREATE INDEX exceptions_expiring ON exceptions (tenant_id, valid_until) WHERE status = 'APPROVED';
--> statement-breakpoint
-- The exceptions in force when a run started, as they were then.
CREATE TABLE run_exceptions (
  tenant_id uuid NOT NULL,
  run_id uuid NOT NULL,
  exception_id uuid NOT NULL,
  requirement_id text NOT NULL,
  exception jsonb NOT NULL,
  CONSTRAINT run_exceptions_pk PRIMARY KEY (run_id, exception_id),
  CONSTRAINT run_exceptions_run FOREIGN KEY (tenant_id, run_id) REFERENCES runs (tenant_id, id)
);
--> statement-breakpoint
-- Each notice of an exception's end is given once.
CREATE TABLE exception_notices (
  tenant_id uuid NOT NULL,
  exception_id uuid NOT NULL,
  days integer NOT NULL,
  created_at timestamp (3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT exception_notices_pk PRIMARY KEY (exception_id, days),
  CONSTRAINT exception_notices_exception FOREIGN KEY (tenant_id, exception_id) REFERENCES exceptions (tenant_id, id)
);
--> statement-breakpoint
CREATE TABLE sign_offs (
  id uuid PRIMARY KEY NOT NULL,
  tenant_id uuid NOT NULL,
  run_id uuid NOT NULL,
  sequence integer NOT NULL,
  act text NOT NULL,
  role text NOT NULL,
  statement text NOT NULL,
  signer_id uuid NOT NULL,
  signer_name text NOT NULL,
  signer_role text NOT NULL,
  withdrawn_by_id uuid,
  payload text NOT NULL,
  signature text NOT NULL,
  key_id text NOT NULL,
  created_at timestamp (3) with time zone NOT NULL,
  CONSTRAINT sign_offs_run_id_sequence UNIQUE (run_id, sequence),
  CONSTRAINT sign_offs_tenant_id_id UNIQUE (tenant_id, id),
  CONSTRAINT sign_offs_run FOREIGN KEY (tenant_id, run_id) REFERENCES runs (tenant_id, id)
);
--> statement-breakpoint
CREATE UNIQUE INDEX sign_offs_standing ON sign_offs (run_id, role) WHERE act = 'SIGNED' AND withdrawn_by_id IS NULL;
--> statement-breakpoint
CREATE INDEX sign_offs_in_order ON sign_offs (tenant_id, run_id, sequence);
--> statement-breakpoint
CREATE TABLE run_links (
  id uuid PRIMARY KEY NOT NULL,
  tenant_id uuid NOT NULL,
  run_id uuid NOT NULL,
  label text NOT NULL,
  capabilities text[] NOT NULL,
  secret_hash text NOT NULL,
  session_hash text,
  session_expires_at timestamp (3) with time zone,
  exchanged_at timestamp (3) with time zone,
  last_used_at timestamp (3) with time zone,
  created_by text NOT NULL,
  created_at timestamp (3) with time zone NOT NULL DEFAULT now(),
  expires_at timestamp (3) with time zone NOT NULL,
  revoked_at timestamp (3) with time zone,
  revoked_by text,
  CONSTRAINT run_links_tenant_id_id UNIQUE (tenant_id, id),
  CONSTRAINT run_links_secret_hash UNIQUE (secret_hash),
  CONSTRAINT run_links_session_hash UNIQUE (session_hash),
  CONSTRAINT run_links_run FOREIGN KEY (tenant_id, run_id) REFERENCES runs (tenant_id, id)
);
--> statement-breakpoint
CREATE INDEX run_links_in_order ON run_links (tenant_id, run_id, created_at, id);
--> statement-breakpoint
ALTER TABLE tasks ADD COLUMN assignee_id uuid, ADD COLUMN due_date date, ADD COLUMN review_id uuid;
--> statement-breakpoint
ALTER TABLE tasks ADD CONSTRAINT tasks_review FOREIGN KEY (tenant_id, review_id) REFERENCES reviews (tenant_id, id);
--> statement-breakpoint
CREATE INDEX tasks_by_assignee ON tasks (tenant_id, assignee_id) WHERE assignee_id IS NOT NULL;
--> statement-breakpoint
GRANT UPDATE (assignee_id, due_date) ON tasks TO assay_tenant;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (reason, redacted_at, redacted_by) ON reviews TO assay_tenant;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (text, redacted_at, redacted_by) ON comments TO assay_tenant;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (read_to) ON comment_reads TO assay_tenant;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (status, approved_by, approved_at, revoked_by, revoked_at, revoke_reason) ON exceptions TO assay_tenant;
--> statement-breakpoint
GRANT SELECT, INSERT ON run_exceptions TO assay_tenant;
--> statement-breakpoint
GRANT SELECT, INSERT ON exception_notices TO assay_tenant;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (withdrawn_by_id) ON sign_offs TO assay_tenant;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (secret_hash, session_hash, session_expires_at, exchanged_at, revoked_at, revoked_by) ON run_links TO assay_tenant;
--> statement-breakpoint
GRANT SELECT (id, tenant_id) ON reviews, comments, sign_offs TO assay_system;
--> statement-breakpoint
GRANT SELECT (id, tenant_id, status, valid_until) ON exceptions TO assay_system;
--> statement-breakpoint
GRANT SELECT ON exception_notices TO assay_system;
--> statement-breakpoint
GRANT SELECT, UPDATE (session_hash, session_expires_at, exchanged_at, last_used_at) ON run_links TO assay_system;
--> statement-breakpoint
DO $$
DECLARE named text;
BEGIN
  FOREACH named IN ARRAY ARRAY['reviews', 'comments', 'comment_reads', 'exceptions', 'run_exceptions', 'exception_notices', 'sign_offs', 'run_links'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', named);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', named);
    EXECUTE format(
      'CREATE POLICY %I ON %I TO assay_tenant
         USING (tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid))
         WITH CHECK (tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid))',
      named || '_of_tenant', named);
  END LOOP;
  FOREACH named IN ARRAY ARRAY['reviews', 'comments', 'exceptions', 'exception_notices', 'sign_offs'] LOOP
    EXECUTE format('CREATE POLICY %I ON %I TO assay_system USING (true)', named || '_of_system', named);
  END LOOP;
  CREATE POLICY run_links_of_system ON run_links TO assay_system USING (true) WITH CHECK (true);
  FOREACH named IN ARRAY ARRAY['reviews', 'comments', 'exceptions', 'run_exceptions', 'sign_offs', 'run_links'] LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', named || '_never_emptied', named);
    EXECUTE format('ALTER TABLE %I ENABLE ALWAYS TRIGGER %I', named, named || '_never_emptied');
    EXECUTE format('CREATE TRIGGER %I BEFORE DELETE ON %I FOR EACH ROW EXECUTE FUNCTION refuse_change()', named || '_never_deleted', named);
    EXECUTE format('ALTER TABLE %I ENABLE ALWAYS TRIGGER %I', named, named || '_never_deleted');
  END LOOP;
END $$;
--> statement-breakpoint
-- A review is of a verdict of a completed run that nobody has signed. Its writer and a signer lock the same row.
CREATE FUNCTION guard_review() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE reviewed text;
BEGIN
  SELECT status INTO reviewed FROM runs WHERE id = NEW.run_id AND tenant_id = NEW.tenant_id FOR UPDATE;
  IF reviewed IS DISTINCT FROM 'COMPLETED' THEN
    RAISE EXCEPTION 'Cannot review run %: it is not completed', NEW.run_id USING ERRCODE = 'AS001';
  END IF;
  IF EXISTS (SELECT 1 FROM sign_offs WHERE run_id = NEW.run_id AND act = 'SIGNED' AND withdrawn_by_id IS NULL) THEN
    RAISE EXCEPTION 'Cannot review run %: it is signed', NEW.run_id USING ERRCODE = 'AS001';
  END IF;
  IF NOT EXISTS (SELECT 1 FROM assessments WHERE run_id = NEW.run_id AND requirement_id = NEW.requirement_id) THEN
    RAISE EXCEPTION 'Cannot review requirement % of run %: it has no verdict', NEW.requirement_id, NEW.run_id USING ERRCODE = 'AS001';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER reviews_of_unsigned_run BEFORE INSERT ON reviews FOR EACH ROW EXECUTE FUNCTION guard_review();
--> statement-breakpoint
ALTER TABLE reviews ENABLE ALWAYS TRIGGER reviews_of_unsigned_run;
--> statement-breakpoint
CREATE FUNCTION guard_redacted_review() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.redacted_at IS NULL AND NEW.redacted_at IS NOT NULL AND NEW.redacted_by IS NOT NULL AND NEW.reason IS NULL
     AND to_jsonb(NEW) - 'reason' - 'redacted_at' - 'redacted_by' = to_jsonb(OLD) - 'reason' - 'redacted_at' - 'redacted_by' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'Cannot change review % but for one redaction', OLD.id USING ERRCODE = 'AS001';
END $$;
--> statement-breakpoint
CREATE TRIGGER reviews_final BEFORE UPDATE ON reviews FOR EACH ROW EXECUTE FUNCTION guard_redacted_review();
--> statement-breakpoint
ALTER TABLE reviews ENABLE ALWAYS TRIGGER reviews_final;
--> statement-breakpoint
CREATE FUNCTION guard_redacted_comment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.redacted_at IS NULL AND NEW.redacted_at IS NOT NULL AND NEW.redacted_by IS NOT NULL AND NEW.text IS NULL
     AND to_jsonb(NEW) - 'text' - 'redacted_at' - 'redacted_by' = to_jsonb(OLD) - 'text' - 'redacted_at' - 'redacted_by' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'Cannot change comment % but for one redaction', OLD.id USING ERRCODE = 'AS001';
END $$;
--> statement-breakpoint
CREATE TRIGGER comments_final BEFORE UPDATE ON comments FOR EACH ROW EXECUTE FUNCTION guard_redacted_comment();
--> statement-breakpoint
ALTER TABLE comments ENABLE ALWAYS TRIGGER comments_final;
--> statement-breakpoint
CREATE FUNCTION guard_exception() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.status <> 'PROPOSED' THEN
      RAISE EXCEPTION 'Cannot make exception % but as a proposal', NEW.id USING ERRCODE = 'AS001';
    END IF;
    IF NEW.valid_until < NEW.valid_from OR NEW.valid_until > NEW.valid_from + interval '24 months' THEN
      RAISE EXCEPTION 'Cannot make exception % for more than 24 months', NEW.id USING ERRCODE = 'AS001';
    END IF;
    RETURN NEW;
  END IF;
  IF to_jsonb(NEW) - 'status' - 'approved_by' - 'approved_at' - 'revoked_by' - 'revoked_at' - 'revoke_reason'
     IS DISTINCT FROM to_jsonb(OLD) - 'status' - 'approved_by' - 'approved_at' - 'revoked_by' - 'revoked_at' - 'revoke_reason' THEN
    RAISE EXCEPTION 'Cannot change what exception % says', OLD.id USING ERRCODE = 'AS001';
  END IF;
  IF OLD.status = 'PROPOSED' AND NEW.status = 'APPROVED' AND NEW.approved_by IS NOT NULL AND NEW.approved_at IS NOT NULL
     AND NEW.approved_by IS DISTINCT FROM NEW.proposed_by_person AND NEW.approved_by::text <> NEW.proposed_by
     AND NEW.revoked_at IS NULL THEN
    RETURN NEW;
  END IF;
  IF OLD.status IN ('PROPOSED', 'APPROVED') AND NEW.status = 'REVOKED' AND NEW.revoked_at IS NOT NULL AND NEW.revoke_reason IS NOT NULL
     AND (NEW.approved_by, NEW.approved_at) IS NOT DISTINCT FROM (OLD.approved_by, OLD.approved_at) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'Cannot make exception % % after %', OLD.id, NEW.status, OLD.status USING ERRCODE = 'AS001';
END $$;
--> statement-breakpoint
CREATE TRIGGER exceptions_forward BEFORE INSERT OR UPDATE ON exceptions FOR EACH ROW EXECUTE FUNCTION guard_exception();
--> statement-breakpoint
ALTER TABLE exceptions ENABLE ALWAYS TRIGGER exceptions_forward;
--> statement-breakpoint
CREATE TRIGGER run_exceptions_of_open_run BEFORE INSERT OR UPDATE OR DELETE ON run_exceptions FOR EACH ROW EXECUTE FUNCTION guard_run_part();
--> statement-breakpoint
ALTER TABLE run_exceptions ENABLE ALWAYS TRIGGER run_exceptions_of_open_run;
--> statement-breakpoint
-- PREPARED, then REVIEWED, then APPROVED, the later two by somebody else than who prepared.
CREATE FUNCTION guard_sign_off() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  captured text;
  preparer uuid;
BEGIN
  SELECT snapshot_status INTO captured FROM runs WHERE id = NEW.run_id AND tenant_id = NEW.tenant_id FOR UPDATE;
  IF captured IS DISTINCT FROM 'CAPTURED' THEN
    RAISE EXCEPTION 'Cannot sign run %: it has no snapshot', NEW.run_id USING ERRCODE = 'AS001';
  END IF;
  IF NEW.withdrawn_by_id IS NOT NULL THEN
    RAISE EXCEPTION 'Cannot make sign-off % withdrawn', NEW.id USING ERRCODE = 'AS001';
  END IF;
  IF NEW.sequence <> (SELECT coalesce(max(sequence), 0) + 1 FROM sign_offs WHERE run_id = NEW.run_id) THEN
    RAISE EXCEPTION 'Cannot make sign-off % but as the next act of run %', NEW.id, NEW.run_id USING ERRCODE = 'AS001';
  END IF;
  IF NEW.act = 'WITHDRAWN' OR (NEW.act = 'SIGNED' AND NEW.role = 'PREPARED') THEN RETURN NEW; END IF;
  SELECT signer_id INTO preparer FROM sign_offs
    WHERE run_id = NEW.run_id AND role = 'PREPARED' AND act = 'SIGNED' AND withdrawn_by_id IS NULL;
  IF preparer IS NULL OR preparer = NEW.signer_id THEN
    RAISE EXCEPTION 'Cannot sign run % as %: it needs another person than who prepared it', NEW.run_id, NEW.role USING ERRCODE = 'AS001';
  END IF;
  IF NEW.role = 'APPROVED' AND NOT EXISTS (
    SELECT 1 FROM sign_offs WHERE run_id = NEW.run_id AND role = 'REVIEWED' AND act = 'SIGNED' AND withdrawn_by_id IS NULL
  ) THEN
    RAISE EXCEPTION 'Cannot approve run %: it is not signed as reviewed', NEW.run_id USING ERRCODE = 'AS001';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER sign_offs_in_turn BEFORE INSERT ON sign_offs FOR EACH ROW EXECUTE FUNCTION guard_sign_off();
--> statement-breakpoint
ALTER TABLE sign_offs ENABLE ALWAYS TRIGGER sign_offs_in_turn;
--> statement-breakpoint
CREATE FUNCTION guard_withdrawn_sign_off() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.act = 'SIGNED' AND OLD.withdrawn_by_id IS NULL
     AND EXISTS (SELECT 1 FROM sign_offs WHERE id = NEW.withdrawn_by_id AND run_id = OLD.run_id AND act <> 'SIGNED' AND sequence > OLD.sequence)
     AND NOT EXISTS (
       SELECT 1 FROM sign_offs WHERE run_id = OLD.run_id AND act = 'SIGNED' AND withdrawn_by_id IS NULL AND sequence > OLD.sequence
     )
     AND to_jsonb(NEW) - 'withdrawn_by_id' = to_jsonb(OLD) - 'withdrawn_by_id' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'Cannot change sign-off % but by its withdrawal', OLD.id USING ERRCODE = 'AS001';
END $$;
--> statement-breakpoint
CREATE TRIGGER sign_offs_final BEFORE UPDATE ON sign_offs FOR EACH ROW EXECUTE FUNCTION guard_withdrawn_sign_off();
--> statement-breakpoint
ALTER TABLE sign_offs ENABLE ALWAYS TRIGGER sign_offs_final;
--> statement-breakpoint
CREATE FUNCTION guard_run_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.tenant_id, NEW.run_id, NEW.label, NEW.capabilities, NEW.created_by, NEW.created_at, NEW.expires_at)
     IS DISTINCT FROM (OLD.id, OLD.tenant_id, OLD.run_id, OLD.label, OLD.capabilities, OLD.created_by, OLD.created_at, OLD.expires_at)
     OR (OLD.revoked_at IS NOT NULL AND to_jsonb(NEW) IS DISTINCT FROM to_jsonb(OLD)) THEN
    RAISE EXCEPTION 'Cannot change link %', OLD.id USING ERRCODE = 'AS001';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER run_links_fixed BEFORE UPDATE ON run_links FOR EACH ROW EXECUTE FUNCTION guard_run_link();
--> statement-breakpoint
ALTER TABLE run_links ENABLE ALWAYS TRIGGER run_links_fixed;
--> statement-breakpoint
-- What is sent back has a task also where the verdict made none.
DROP TRIGGER tasks_of_open_run ON tasks;
--> statement-breakpoint
CREATE TRIGGER tasks_of_open_run BEFORE INSERT ON tasks FOR EACH ROW WHEN (NEW.review_id IS NULL) EXECUTE FUNCTION guard_run_part();
--> statement-breakpoint
ALTER TABLE tasks ENABLE ALWAYS TRIGGER tasks_of_open_run;
--> statement-breakpoint
CREATE FUNCTION guard_review_task() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT 1 FROM reviews WHERE id = NEW.review_id AND tenant_id = NEW.tenant_id AND run_id = NEW.run_id
      AND requirement_id = NEW.requirement_id AND decision = 'SENT_BACK'
  ) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'Cannot add a task to run %: no review has sent requirement % back', NEW.run_id, NEW.requirement_id USING ERRCODE = 'AS001';
END $$;
--> statement-breakpoint
CREATE TRIGGER tasks_of_review BEFORE INSERT ON tasks FOR EACH ROW WHEN (NEW.review_id IS NOT NULL) EXECUTE FUNCTION guard_review_task();
--> statement-breakpoint
ALTER TABLE tasks ENABLE ALWAYS TRIGGER tasks_of_review;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION guard_task() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(NEW) - 'status' - 'assignee_id' - 'due_date' - 'updated_at'
     IS DISTINCT FROM to_jsonb(OLD) - 'status' - 'assignee_id' - 'due_date' - 'updated_at' THEN
    RAISE EXCEPTION 'Cannot change task % but for its status, assignee and due date', OLD.id USING ERRCODE = 'AS001';
  END IF;
  RETURN NEW;
END $$;
