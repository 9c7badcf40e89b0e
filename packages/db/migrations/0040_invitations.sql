CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"delivery" text NOT NULL,
	"secret_hashes" text[] NOT NULL,
	"invited_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"accepted_by" uuid,
	"withdrawn_at" timestamp (3) with time zone,
	"withdrawn_by" text,
	CONSTRAINT "invitations_tenant_id_id" UNIQUE("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"address" text NOT NULL,
	"state" text DEFAULT 'PENDING' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "invited_by" text;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "address_proof" text;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invitations_in_order" ON "invitations" USING btree ("tenant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "invitations_by_secret" ON "invitations" USING gin ("secret_hashes");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_one_open" ON "invitations" USING btree ("tenant_id","email") WHERE accepted_at is null and withdrawn_at is null;--> statement-breakpoint
CREATE INDEX "mails_of_subject" ON "mails" USING btree ("tenant_id","subject_id","created_at");
--> statement-breakpoint
GRANT UPDATE (invited_by, address_proof) ON memberships TO assay_tenant;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (delivery, secret_hashes, invited_by, expires_at, accepted_at, accepted_by, withdrawn_at, withdrawn_by) ON invitations TO assay_tenant;
--> statement-breakpoint
GRANT SELECT (id, tenant_id, secret_hashes) ON invitations TO assay_system;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (state, attempts, sent_at) ON mails TO assay_tenant;
--> statement-breakpoint
DO $$
DECLARE named text;
BEGIN
  FOREACH named IN ARRAY ARRAY['invitations', 'mails'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', named);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', named);
    EXECUTE format(
      'CREATE POLICY %I ON %I TO assay_tenant
         USING (tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid))
         WITH CHECK (tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid))',
      named || '_of_tenant', named);
  END LOOP;
END $$;
--> statement-breakpoint
CREATE POLICY invitations_of_system ON invitations TO assay_system USING (true);
--> statement-breakpoint
-- Whom it is for stays, and one that has ended changes no more.
CREATE FUNCTION guard_invitation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.tenant_id, NEW.email, NEW.role, NEW.created_at)
     IS DISTINCT FROM (OLD.id, OLD.tenant_id, OLD.email, OLD.role, OLD.created_at)
     OR OLD.accepted_at IS NOT NULL OR OLD.withdrawn_at IS NOT NULL THEN
    RAISE EXCEPTION 'Cannot change invitation %', OLD.id USING ERRCODE = 'AS001';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER invitations_fixed BEFORE UPDATE ON invitations FOR EACH ROW EXECUTE FUNCTION guard_invitation();
--> statement-breakpoint
ALTER TABLE invitations ENABLE ALWAYS TRIGGER invitations_fixed;
