CREATE TABLE "audit_resumptions" (
	"tenant_id" uuid NOT NULL,
	"sequence" bigint NOT NULL,
	"statement" jsonb NOT NULL,
	"reason" text NOT NULL,
	"key_id" text NOT NULL,
	"signature" text NOT NULL,
	CONSTRAINT "audit_resumptions_tenant_id_sequence_pk" PRIMARY KEY("tenant_id","sequence")
);
--> statement-breakpoint
CREATE TABLE "chain_checks" (
	"tenant_id" uuid PRIMARY KEY NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"broken" jsonb,
	"history_sequence" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "checkpoint_departures" (
	"tenant_id" uuid NOT NULL,
	"checkpoint_id" uuid NOT NULL,
	"destination" text NOT NULL,
	"left_at" timestamp (3) with time zone,
	"location" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"error_code" text,
	CONSTRAINT "checkpoint_departures_tenant_id_checkpoint_id_destination_pk" PRIMARY KEY("tenant_id","checkpoint_id","destination")
);
--> statement-breakpoint
ALTER TABLE "audit_checkpoints" ADD COLUMN "counter" integer;--> statement-breakpoint
ALTER TABLE "audit_checkpoints" ADD CONSTRAINT "audit_checkpoints_of_tenant_key" UNIQUE("tenant_id","id");--> statement-breakpoint
ALTER TABLE "audit_resumptions" ADD CONSTRAINT "audit_resumptions_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chain_checks" ADD CONSTRAINT "chain_checks_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkpoint_departures" ADD CONSTRAINT "checkpoint_departures_tenant_id_checkpoint_id_audit_checkpoints_tenant_id_id_fk" FOREIGN KEY ("tenant_id","checkpoint_id") REFERENCES "public"."audit_checkpoints"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "checkpoint_departures_left" ON "checkpoint_departures" USING btree ("tenant_id","left_at");--> statement-breakpoint
CREATE UNIQUE INDEX "audit_checkpoints_counted" ON "audit_checkpoints" USING btree ("tenant_id","counter") WHERE counter is not null;--> statement-breakpoint
ALTER TABLE audit_checkpoints ADD CONSTRAINT audit_checkpoints_counter CHECK (counter > 0);
--> statement-breakpoint
DO $$
DECLARE
  named text;
BEGIN
  FOREACH named IN ARRAY ARRAY['audit_resumptions', 'chain_checks', 'checkpoint_departures'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', named);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', named);
    EXECUTE format('CREATE POLICY %I ON %I TO assay_tenant
      USING (tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid))
      WITH CHECK (tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid))', named || '_of_tenant', named);
  END LOOP;
END $$;
--> statement-breakpoint
CREATE POLICY chain_checks_of_system ON chain_checks TO assay_system USING (true);
--> statement-breakpoint
CREATE POLICY checkpoint_departures_of_system ON checkpoint_departures TO assay_system USING (true);
--> statement-breakpoint
GRANT SELECT, INSERT ON audit_resumptions TO assay_tenant;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON chain_checks, checkpoint_departures TO assay_tenant;
--> statement-breakpoint
GRANT SELECT ON chain_checks, checkpoint_departures TO assay_system;
--> statement-breakpoint
CREATE TRIGGER audit_resumptions_final BEFORE UPDATE OR DELETE ON audit_resumptions FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE audit_resumptions ENABLE ALWAYS TRIGGER audit_resumptions_final;
--> statement-breakpoint
CREATE TRIGGER audit_resumptions_never_emptied BEFORE TRUNCATE ON audit_resumptions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE audit_resumptions ENABLE ALWAYS TRIGGER audit_resumptions_never_emptied;
