CREATE TABLE "deployment_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"sequence" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"action" text NOT NULL,
	"object_type" text NOT NULL,
	"object_id" text NOT NULL,
	"actor" text NOT NULL,
	"details" jsonb NOT NULL,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "deployment_entries_sequence_unique" UNIQUE("sequence")
);
--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "documents_max" bigint;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "bytes_max" bigint;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "runs_per_day" integer;--> statement-breakpoint
ALTER TABLE "tenants" ADD COLUMN "tokens_per_month" bigint;--> statement-breakpoint
CREATE INDEX "deployment_entries_by_action" ON "deployment_entries" USING btree ("action","sequence");--> statement-breakpoint
CREATE INDEX "deployment_entries_by_object" ON "deployment_entries" USING btree ("object_id","sequence");
--> statement-breakpoint
ALTER TABLE tenants ADD CONSTRAINT tenants_limits
  CHECK (documents_max >= 0 AND bytes_max >= 0 AND runs_per_day >= 0 AND tokens_per_month >= 0);
--> statement-breakpoint
ALTER TABLE deployment_entries ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE deployment_entries FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY deployment_entries_of_system ON deployment_entries TO assay_system USING (true) WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT ON deployment_entries TO assay_system;
--> statement-breakpoint
CREATE TRIGGER deployment_entries_final BEFORE UPDATE OR DELETE ON deployment_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE deployment_entries ENABLE ALWAYS TRIGGER deployment_entries_final;
--> statement-breakpoint
CREATE TRIGGER deployment_entries_never_emptied BEFORE TRUNCATE ON deployment_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE deployment_entries ENABLE ALWAYS TRIGGER deployment_entries_never_emptied;
--> statement-breakpoint
-- Quantities of each tenant, for the page of the deployment: no names, no text, no hashes of evidence.
GRANT SELECT (uploaded_at) ON documents TO assay_system;
--> statement-breakpoint
GRANT SELECT (created_at, completed_at, failed_at, snapshot_status, total_requirements, complete_count, partial_count, missing_count,
  not_judged_count, trigger_type, tokens_in, tokens_out, cost_usd) ON runs TO assay_system;
