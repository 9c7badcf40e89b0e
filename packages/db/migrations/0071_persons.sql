-- no way back: sign-offs hold a digest of the signer's name, and an earlier release takes them for damaged
ALTER TABLE "memberships" ADD COLUMN "name_salt" text DEFAULT replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "erased_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_salted" CHECK ((erased_at is null) = (name_salt is not null));--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_erased" CHECK (erased_at is null or (email = 'erased-' || right(user_id::text, 12) and revoked_at is not null));
--> statement-breakpoint
-- The erasure of a person: their name in live rows becomes a token made of their id, once they are no member any more. What they
-- decided, wrote and signed stays.
GRANT UPDATE (name_salt, erased_at) ON memberships TO assay_tenant;
--> statement-breakpoint
GRANT UPDATE (reviewer_name) ON reviews TO assay_tenant;
--> statement-breakpoint
GRANT UPDATE (author_name) ON comments TO assay_tenant;
--> statement-breakpoint
GRANT UPDATE (signer_name) ON sign_offs TO assay_tenant;
--> statement-breakpoint
GRANT UPDATE (email) ON invitations TO assay_tenant;
--> statement-breakpoint
GRANT UPDATE (address) ON mails TO assay_tenant;
--> statement-breakpoint
GRANT DELETE ON sso_subjects TO assay_tenant;
--> statement-breakpoint
CREATE FUNCTION guard_member_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.erased_at IS NOT NULL THEN
    IF to_jsonb(NEW) IS DISTINCT FROM to_jsonb(OLD) THEN
      RAISE EXCEPTION 'Cannot change member %: the person is erased', OLD.user_id USING ERRCODE = 'AS001';
    END IF;
    RETURN NEW;
  END IF;
  IF NEW.erased_at IS NULL THEN
    IF NEW.name_salt IS DISTINCT FROM OLD.name_salt THEN
      RAISE EXCEPTION 'Cannot change the salt of member %', OLD.user_id USING ERRCODE = 'AS001';
    END IF;
    RETURN NEW;
  END IF;
  IF to_jsonb(NEW) - 'email' - 'name_salt' - 'erased_at' - 'revoked_at'
     IS DISTINCT FROM to_jsonb(OLD) - 'email' - 'name_salt' - 'erased_at' - 'revoked_at'
     OR (OLD.revoked_at IS NOT NULL AND NEW.revoked_at IS DISTINCT FROM OLD.revoked_at) THEN
    RAISE EXCEPTION 'Cannot change what member % was while they are erased', OLD.user_id USING ERRCODE = 'AS001';
  END IF;
  IF OLD.revoked_at IS NULL AND OLD.role IN ('ADMIN', 'SUPER_ADMIN') AND NOT EXISTS (
    SELECT FROM memberships other WHERE other.tenant_id = OLD.tenant_id AND other.user_id <> OLD.user_id AND other.revoked_at IS NULL
      AND (other.role = 'ADMIN' OR (other.role = 'SUPER_ADMIN' AND OLD.role = 'SUPER_ADMIN'))
  ) THEN
    RAISE EXCEPTION 'Cannot erase the last administrator of tenant %', OLD.tenant_id USING ERRCODE = 'AS001';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER memberships_named BEFORE UPDATE ON memberships FOR EACH ROW EXECUTE FUNCTION guard_member_name();
--> statement-breakpoint
ALTER TABLE memberships ENABLE ALWAYS TRIGGER memberships_named;
--> statement-breakpoint
CREATE FUNCTION is_erased_name(tenant uuid, person text, name text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM memberships WHERE tenant_id = tenant AND user_id::text = person AND erased_at IS NOT NULL AND email = name)
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION guard_redacted_review() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.redacted_at IS NULL AND NEW.redacted_at IS NOT NULL AND NEW.redacted_by IS NOT NULL AND NEW.reason IS NULL
     AND to_jsonb(NEW) - 'reason' - 'redacted_at' - 'redacted_by' = to_jsonb(OLD) - 'reason' - 'redacted_at' - 'redacted_by' THEN
    RETURN NEW;
  END IF;
  IF is_erased_name(OLD.tenant_id, OLD.reviewer_id::text, NEW.reviewer_name)
     AND to_jsonb(NEW) - 'reviewer_name' = to_jsonb(OLD) - 'reviewer_name' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'Cannot change review % but for one redaction', OLD.id USING ERRCODE = 'AS001';
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION guard_redacted_comment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.redacted_at IS NULL AND NEW.redacted_at IS NOT NULL AND NEW.redacted_by IS NOT NULL AND NEW.text IS NULL
     AND to_jsonb(NEW) - 'text' - 'redacted_at' - 'redacted_by' = to_jsonb(OLD) - 'text' - 'redacted_at' - 'redacted_by' THEN
    RETURN NEW;
  END IF;
  IF is_erased_name(OLD.tenant_id, OLD.author_id, NEW.author_name)
     AND to_jsonb(NEW) - 'author_name' = to_jsonb(OLD) - 'author_name' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'Cannot change comment % but for one redaction', OLD.id USING ERRCODE = 'AS001';
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION guard_withdrawn_sign_off() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.act = 'SIGNED' AND OLD.withdrawn_by_id IS NULL
     AND EXISTS (SELECT 1 FROM sign_offs WHERE id = NEW.withdrawn_by_id AND run_id = OLD.run_id AND act <> 'SIGNED' AND sequence > OLD.sequence)
     AND NOT EXISTS (
       SELECT 1 FROM sign_offs WHERE run_id = OLD.run_id AND act = 'SIGNED' AND withdrawn_by_id IS NULL AND sequence > OLD.sequence
     )
     AND to_jsonb(NEW) - 'withdrawn_by_id' = to_jsonb(OLD) - 'withdrawn_by_id' THEN
    RETURN NEW;
  END IF;
  IF is_erased_name(OLD.tenant_id, OLD.signer_id::text, NEW.signer_name)
     AND to_jsonb(NEW) - 'signer_name' = to_jsonb(OLD) - 'signer_name' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'Cannot change sign-off % but by its withdrawal', OLD.id USING ERRCODE = 'AS001';
END $$;
--> statement-breakpoint
-- Whom it is for stays until they are erased, and one that has ended changes no more.
CREATE OR REPLACE FUNCTION guard_invitation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.accepted_at IS NOT NULL OR OLD.withdrawn_at IS NOT NULL)
     AND to_jsonb(NEW) - 'email' = to_jsonb(OLD) - 'email'
     AND EXISTS (SELECT FROM memberships WHERE tenant_id = OLD.tenant_id AND erased_at IS NOT NULL AND email = NEW.email) THEN
    RETURN NEW;
  END IF;
  IF (NEW.id, NEW.tenant_id, NEW.email, NEW.role, NEW.created_at)
     IS DISTINCT FROM (OLD.id, OLD.tenant_id, OLD.email, OLD.role, OLD.created_at)
     OR OLD.accepted_at IS NOT NULL OR OLD.withdrawn_at IS NOT NULL THEN
    RAISE EXCEPTION 'Cannot change invitation %', OLD.id USING ERRCODE = 'AS001';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION guard_mail_address() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state = 'PENDING' OR NOT EXISTS (
    SELECT FROM memberships WHERE tenant_id = OLD.tenant_id AND erased_at IS NOT NULL AND email = NEW.address
  ) THEN
    RAISE EXCEPTION 'Cannot change the address of mail %', OLD.id USING ERRCODE = 'AS001';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER mails_addressed BEFORE UPDATE ON mails FOR EACH ROW WHEN (NEW.address IS DISTINCT FROM OLD.address) EXECUTE FUNCTION guard_mail_address();
--> statement-breakpoint
ALTER TABLE mails ENABLE ALWAYS TRIGGER mails_addressed;
--> statement-breakpoint
CREATE FUNCTION guard_sso_subject() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM memberships WHERE tenant_id = OLD.tenant_id AND user_id = OLD.user_id AND erased_at IS NOT NULL) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'Cannot forget who signs in as %', OLD.user_id USING ERRCODE = 'AS001';
END $$;
--> statement-breakpoint
CREATE TRIGGER sso_subjects_kept BEFORE DELETE ON sso_subjects FOR EACH ROW EXECUTE FUNCTION guard_sso_subject();
--> statement-breakpoint
ALTER TABLE sso_subjects ENABLE ALWAYS TRIGGER sso_subjects_kept;
