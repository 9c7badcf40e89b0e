-- An address becomes the token of the person whose membership has it, or who accepted the invitation, and of nobody else: while the
-- membership still has the address to compare with, in the transaction that erases it.
CREATE FUNCTION becomes_erased_name(tenant uuid, address text, name text, accepted_by uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM memberships member WHERE member.tenant_id = tenant AND member.erased_at IS NULL
      AND name = 'erased-' || right(member.user_id::text, 12)
      AND (lower(member.email) = lower(address) OR member.user_id = becomes_erased_name.accepted_by)
  )
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION guard_invitation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.accepted_at IS NOT NULL OR OLD.withdrawn_at IS NOT NULL)
     AND to_jsonb(NEW) - 'email' = to_jsonb(OLD) - 'email'
     AND becomes_erased_name(OLD.tenant_id, OLD.email, NEW.email, OLD.accepted_by) THEN
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
CREATE OR REPLACE FUNCTION guard_mail_address() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state = 'PENDING' OR NOT becomes_erased_name(OLD.tenant_id, OLD.address, NEW.address, NULL) THEN
    RAISE EXCEPTION 'Cannot change the address of mail %', OLD.id USING ERRCODE = 'AS001';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION require_erased_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM memberships WHERE tenant_id = NEW.tenant_id AND erased_at IS NOT NULL AND email = to_jsonb(NEW) ->> TG_ARGV[0]
  ) THEN
    RAISE EXCEPTION 'Cannot change an address of %: its person is not erased', NEW.id USING ERRCODE = 'AS001';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER invitations_erased AFTER UPDATE ON invitations
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.email IS DISTINCT FROM OLD.email) EXECUTE FUNCTION require_erased_name('email');
--> statement-breakpoint
ALTER TABLE invitations ENABLE ALWAYS TRIGGER invitations_erased;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER mails_erased AFTER UPDATE ON mails
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.address IS DISTINCT FROM OLD.address) EXECUTE FUNCTION require_erased_name('address');
--> statement-breakpoint
ALTER TABLE mails ENABLE ALWAYS TRIGGER mails_erased;
