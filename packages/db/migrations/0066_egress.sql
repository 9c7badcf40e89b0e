CREATE TABLE "egress" (
	"tenant_id" uuid NOT NULL,
	"day" date NOT NULL,
	"run_id" uuid,
	"provider" text NOT NULL,
	"host" text NOT NULL,
	"purpose" text NOT NULL,
	"requests" integer NOT NULL,
	"bytes" bigint NOT NULL,
	CONSTRAINT "egress_once" UNIQUE NULLS NOT DISTINCT("tenant_id","day","run_id","provider","host","purpose")
);
--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "allowed_providers" text[];--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "retrieval_version_id" uuid;--> statement-breakpoint
ALTER TABLE "egress" ADD CONSTRAINT "egress_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "egress" ADD CONSTRAINT "egress_run" FOREIGN KEY ("tenant_id","run_id") REFERENCES "public"."runs"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "egress_of_run" ON "egress" USING btree ("tenant_id","run_id");--> statement-breakpoint
ALTER TABLE tenants ADD CONSTRAINT tenants_retrieval_version FOREIGN KEY (retrieval_version_id) REFERENCES retrieval_versions (id);
--> statement-breakpoint
-- What was sent stays said: counts only grow, and nobody removes a row.
GRANT SELECT, INSERT, UPDATE (requests, bytes) ON egress TO assay_tenant;
--> statement-breakpoint
ALTER TABLE egress ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE egress FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY egress_of_tenant ON egress TO assay_tenant
  USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
--> statement-breakpoint
CREATE FUNCTION guard_egress() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.requests < OLD.requests OR NEW.bytes < OLD.bytes THEN
    RAISE EXCEPTION 'Cannot lower what was sent to %', OLD.host USING ERRCODE = 'AS001';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER egress_grows BEFORE UPDATE ON egress FOR EACH ROW EXECUTE FUNCTION guard_egress();
--> statement-breakpoint
ALTER TABLE egress ENABLE ALWAYS TRIGGER egress_grows;
