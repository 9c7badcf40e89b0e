CREATE TABLE "access_records" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"actor" text NOT NULL,
	"kind" text NOT NULL,
	"object_id" uuid NOT NULL,
	"run_id" uuid,
	"slot" bigint NOT NULL,
	CONSTRAINT "access_records_once" UNIQUE("tenant_id","object_id","actor","kind","slot")
);
--> statement-breakpoint
ALTER TABLE "access_records" ADD CONSTRAINT "access_records_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "access_records_in_order" ON "access_records" USING btree ("tenant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "access_records_by_actor" ON "access_records" USING btree ("tenant_id","actor","created_at","id");--> statement-breakpoint
CREATE INDEX "access_records_of_object" ON "access_records" USING btree ("tenant_id","object_id","created_at","id");--> statement-breakpoint
CREATE INDEX "access_records_of_run" ON "access_records" USING btree ("tenant_id","run_id","created_at","id") WHERE run_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "access_records_old" ON "access_records" USING btree ("created_at");--> statement-breakpoint
GRANT SELECT, INSERT ON access_records TO assay_tenant;
--> statement-breakpoint
GRANT SELECT (id, created_at), DELETE ON access_records TO assay_system;
--> statement-breakpoint
ALTER TABLE access_records ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE access_records FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY access_records_of_tenant ON access_records TO assay_tenant
  USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY access_records_of_system ON access_records TO assay_system USING (true);
--> statement-breakpoint
CREATE TRIGGER access_records_final BEFORE UPDATE ON access_records FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE access_records ENABLE ALWAYS TRIGGER access_records_final;
--> statement-breakpoint
-- Read lately, it stays: only what is older is removed.
CREATE FUNCTION guard_access_record() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.created_at > now() - interval '13 months' THEN
    RAISE EXCEPTION 'Cannot remove access record % before 13 months', OLD.id USING ERRCODE = 'AS001';
  END IF;
  RETURN OLD;
END $$;
--> statement-breakpoint
CREATE TRIGGER access_records_kept BEFORE DELETE ON access_records FOR EACH ROW EXECUTE FUNCTION guard_access_record();
--> statement-breakpoint
ALTER TABLE access_records ENABLE ALWAYS TRIGGER access_records_kept;
--> statement-breakpoint
CREATE TRIGGER access_records_never_emptied BEFORE TRUNCATE ON access_records FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE access_records ENABLE ALWAYS TRIGGER access_records_never_emptied;
