CREATE TABLE "event_readers" (
	"tenant_id" uuid PRIMARY KEY NOT NULL,
	"listening_since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"position" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tenant_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"type" text NOT NULL,
	"payload" text NOT NULL,
	"position" bigint,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "event_readers" ADD CONSTRAINT "event_readers_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tenant_events" ADD CONSTRAINT "tenant_events_tenant_id_event_readers_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."event_readers"("tenant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tenant_events_in_order" ON "tenant_events" USING btree ("tenant_id","position");--> statement-breakpoint
CREATE INDEX "tenant_events_by_age" ON "tenant_events" USING btree ("created_at");--> statement-breakpoint
DO $$
DECLARE named text;
BEGIN
  FOREACH named IN ARRAY ARRAY['event_readers', 'tenant_events'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', named);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', named);
    EXECUTE format('CREATE POLICY %I ON %I TO assay_tenant
      USING (tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid))
      WITH CHECK (tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid))', named || '_of_tenant', named);
    EXECUTE format('CREATE POLICY %I ON %I TO assay_system USING (true)', named || '_of_system', named);
  END LOOP;
END $$;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (listening_since, seen_at, position) ON event_readers TO assay_tenant;
--> statement-breakpoint
GRANT SELECT ON event_readers TO assay_system;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (position) ON tenant_events TO assay_tenant;
--> statement-breakpoint
GRANT SELECT (id, tenant_id, created_at), DELETE ON tenant_events TO assay_system;
--> statement-breakpoint
-- At the commit and under the lock of the tenant's row: whoever has read a position has seen all before it.
CREATE FUNCTION count_event() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  counted bigint;
BEGIN
  UPDATE event_readers SET position = position + 1 WHERE tenant_id = NEW.tenant_id RETURNING position INTO STRICT counted;
  UPDATE tenant_events SET position = counted WHERE tenant_id = NEW.tenant_id AND id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER tenant_events_counted AFTER INSERT ON tenant_events
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_event();
--> statement-breakpoint
ALTER TABLE tenant_events ENABLE ALWAYS TRIGGER tenant_events_counted;
--> statement-breakpoint
-- What happened never changes.
CREATE FUNCTION guard_tenant_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.position IS NOT NULL OR (NEW.id, NEW.tenant_id, NEW.type, NEW.payload, NEW.created_at)
    IS DISTINCT FROM (OLD.id, OLD.tenant_id, OLD.type, OLD.payload, OLD.created_at) THEN
    RAISE EXCEPTION 'Cannot change event %', OLD.id USING ERRCODE = 'AS001';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER tenant_events_fixed BEFORE UPDATE ON tenant_events FOR EACH ROW EXECUTE FUNCTION guard_tenant_event();
--> statement-breakpoint
ALTER TABLE tenant_events ENABLE ALWAYS TRIGGER tenant_events_fixed;
