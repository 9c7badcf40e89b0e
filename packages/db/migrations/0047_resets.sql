CREATE TABLE "resets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"way" text NOT NULL,
	"requested_by" uuid NOT NULL,
	"confirmed_by" uuid,
	"secret_hashes" text[] NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"used_at" timestamp (3) with time zone,
	"withdrawn_at" timestamp (3) with time zone,
	CONSTRAINT "resets_two_persons" CHECK (confirmed_by is null or (confirmed_by <> requested_by and confirmed_by <> user_id and requested_by <> user_id)),
	CONSTRAINT "resets_never_alone" CHECK (way = 'MAIL' or (requested_by <> user_id
      and (confirmed_by is not null or (used_at is null and cardinality(secret_hashes) = 0)))),
	CONSTRAINT "resets_by_mail" CHECK (way <> 'MAIL' or (kind = 'PASSWORD' and confirmed_by is null))
);
--> statement-breakpoint
ALTER TABLE "resets" ADD CONSTRAINT "resets_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "resets_by_secret" ON "resets" USING gin ("secret_hashes");--> statement-breakpoint
CREATE INDEX "resets_in_order" ON "resets" USING btree ("tenant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "resets_of_person" ON "resets" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "resets_one_open" ON "resets" USING btree ("tenant_id","user_id","kind") WHERE requested_by <> user_id and used_at is null and withdrawn_at is null;
--> statement-breakpoint
ALTER TABLE resets ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE resets FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (confirmed_by, secret_hashes, expires_at, confirmed_at, used_at, withdrawn_at) ON resets TO assay_tenant;
--> statement-breakpoint
GRANT SELECT (id, tenant_id, secret_hashes) ON resets TO assay_system;
--> statement-breakpoint
CREATE POLICY resets_of_tenant ON resets TO assay_tenant
  USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY resets_of_system ON resets TO assay_system USING (true);
--> statement-breakpoint
CREATE FUNCTION is_active_admin(tenant uuid, person uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM memberships WHERE tenant_id = tenant AND user_id = person
    AND revoked_at IS NULL AND role IN ('ADMIN', 'SUPER_ADMIN'))
$$;
--> statement-breakpoint
-- Whose it is and who asked stays, one that has ended changes no more, and whoever opens an account is an ADMIN by then.
CREATE FUNCTION guard_reset() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (
    (NEW.id, NEW.tenant_id, NEW.user_id, NEW.kind, NEW.way, NEW.requested_by, NEW.created_at)
    IS DISTINCT FROM (OLD.id, OLD.tenant_id, OLD.user_id, OLD.kind, OLD.way, OLD.requested_by, OLD.created_at)
    OR (OLD.confirmed_by IS NOT NULL AND NEW.confirmed_by IS DISTINCT FROM OLD.confirmed_by)
    OR OLD.used_at IS NOT NULL OR OLD.withdrawn_at IS NOT NULL) THEN
    RAISE EXCEPTION 'Cannot change reset %', OLD.id USING ERRCODE = 'AS001';
  END IF;
  IF TG_OP = 'INSERT' AND (NEW.confirmed_by IS NOT NULL OR NEW.used_at IS NOT NULL OR cardinality(NEW.secret_hashes) > 0) THEN
    RAISE EXCEPTION 'Cannot begin reset % as a finished one', NEW.id USING ERRCODE = 'AS001';
  END IF;
  IF NEW.withdrawn_at IS NULL AND (TG_OP = 'INSERT' OR NEW.way = 'TWO_ADMINS')
    AND NEW.requested_by <> NEW.user_id AND NOT is_active_admin(NEW.tenant_id, NEW.requested_by) THEN
    RAISE EXCEPTION 'Cannot reset as % is no ADMIN', NEW.requested_by USING ERRCODE = 'AS001';
  END IF;
  IF NEW.withdrawn_at IS NULL AND NEW.confirmed_by IS NOT NULL AND NOT is_active_admin(NEW.tenant_id, NEW.confirmed_by) THEN
    RAISE EXCEPTION 'Cannot reset as % is no ADMIN', NEW.confirmed_by USING ERRCODE = 'AS001';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER resets_guarded BEFORE INSERT OR UPDATE ON resets FOR EACH ROW EXECUTE FUNCTION guard_reset();
--> statement-breakpoint
ALTER TABLE resets ENABLE ALWAYS TRIGGER resets_guarded;
