CREATE TABLE "result_digests" (
	"tenant_id" uuid NOT NULL,
	"run_id" uuid PRIMARY KEY NOT NULL,
	"bytes" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "result_digests" ADD CONSTRAINT "result_digests_tenant_id_run_id_runs_tenant_id_id_fk" FOREIGN KEY ("tenant_id","run_id") REFERENCES "public"."runs"("tenant_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
GRANT SELECT, INSERT ON result_digests TO assay_tenant;
--> statement-breakpoint
ALTER TABLE result_digests ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE result_digests FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY result_digests_of_tenant ON result_digests TO assay_tenant
  USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
--> statement-breakpoint
CREATE TRIGGER result_digests_final BEFORE UPDATE OR DELETE ON result_digests FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE result_digests ENABLE ALWAYS TRIGGER result_digests_final;
--> statement-breakpoint
CREATE TRIGGER result_digests_never_emptied BEFORE TRUNCATE ON result_digests FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE result_digests ENABLE ALWAYS TRIGGER result_digests_never_emptied;
