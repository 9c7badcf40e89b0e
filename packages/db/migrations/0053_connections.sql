CREATE TABLE "connections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" text NOT NULL,
	"has_second_factor" boolean NOT NULL,
	"client_id" text NOT NULL,
	"client_name" text NOT NULL,
	"redirect_uri" text NOT NULL,
	"resource" text NOT NULL,
	"code_challenge" text NOT NULL,
	"code_hash" text NOT NULL,
	"code_expires_at" timestamp (3) with time zone NOT NULL,
	"code_used_at" timestamp (3) with time zone,
	"family_hash" text,
	"refresh_hash" text,
	"previous_refresh_hash" text,
	"refreshed_at" timestamp (3) with time zone,
	"access_hash" text,
	"access_expires_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"ended_by" text,
	CONSTRAINT "connections_tenant_id_id" UNIQUE("tenant_id","id"),
	CONSTRAINT "connections_code_hash" UNIQUE("code_hash"),
	CONSTRAINT "connections_family_hash" UNIQUE("family_hash"),
	CONSTRAINT "connections_access_hash" UNIQUE("access_hash")
);
--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_member" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."memberships"("tenant_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "connections_in_order" ON "connections" USING btree ("tenant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "connections_by_age" ON "connections" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "connections_of_member" ON "connections" USING btree ("tenant_id","user_id","created_at","id");
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE, UPDATE (code_used_at, family_hash, refresh_hash, previous_refresh_hash, refreshed_at, access_hash, access_expires_at, ended_at, ended_by) ON connections TO assay_tenant;
--> statement-breakpoint
GRANT SELECT (id, tenant_id, user_id, session_id, has_second_factor, resource, code_hash, family_hash, access_hash, access_expires_at, expires_at, ended_at, last_used_at, created_at), UPDATE (last_used_at), DELETE ON connections TO assay_system;
--> statement-breakpoint
ALTER TABLE connections ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE connections FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY connections_of_tenant ON connections TO assay_tenant
  USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY connections_of_system ON connections TO assay_system USING (true) WITH CHECK (true);
--> statement-breakpoint
-- Who agreed to what stays; a code is used once; what has ended changes no more; only codes that nobody used go, and what ended
-- by its age a year ago.
CREATE FUNCTION guard_connection() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF (OLD.code_used_at IS NULL AND OLD.code_expires_at <= now()) OR OLD.created_at < now() - interval '13 months' THEN
      RETURN OLD;
    END IF;
    RAISE EXCEPTION 'Cannot delete connection %', OLD.id USING ERRCODE = 'AS001';
  END IF;
  IF (NEW.id, NEW.tenant_id, NEW.user_id, NEW.session_id, NEW.has_second_factor, NEW.client_id, NEW.client_name, NEW.redirect_uri, NEW.resource, NEW.code_challenge, NEW.code_hash, NEW.code_expires_at, NEW.created_at, NEW.expires_at)
     IS DISTINCT FROM (OLD.id, OLD.tenant_id, OLD.user_id, OLD.session_id, OLD.has_second_factor, OLD.client_id, OLD.client_name, OLD.redirect_uri, OLD.resource, OLD.code_challenge, OLD.code_hash, OLD.code_expires_at, OLD.created_at, OLD.expires_at)
     OR (OLD.code_used_at IS NOT NULL AND NEW.code_used_at IS DISTINCT FROM OLD.code_used_at)
     OR (OLD.ended_at IS NOT NULL AND to_jsonb(NEW) - 'last_used_at' IS DISTINCT FROM to_jsonb(OLD) - 'last_used_at') THEN
    RAISE EXCEPTION 'Cannot change connection %', OLD.id USING ERRCODE = 'AS001';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER connections_fixed BEFORE UPDATE OR DELETE ON connections FOR EACH ROW EXECUTE FUNCTION guard_connection();
--> statement-breakpoint
ALTER TABLE connections ENABLE ALWAYS TRIGGER connections_fixed;
