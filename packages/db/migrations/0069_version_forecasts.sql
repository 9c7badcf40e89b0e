CREATE TABLE "forecast_marks" (
	"tenant_id" uuid PRIMARY KEY NOT NULL,
	"retrieval_version_id" uuid NOT NULL,
	"looked_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "version_forecasts" (
	"tenant_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"retrieval_version_id" uuid NOT NULL,
	"pack_id" uuid NOT NULL,
	"needs_run_for" text[] NOT NULL,
	"requirements" integer NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"complete" integer DEFAULT 0 NOT NULL,
	"complete_falling" integer DEFAULT 0 NOT NULL,
	"falling" integer DEFAULT 0 NOT NULL,
	"rising" integer DEFAULT 0 NOT NULL,
	"unforeseen" integer DEFAULT 0 NOT NULL,
	"tokens_in" integer,
	"tokens_out" integer,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "version_forecasts_tenant_id_run_id_retrieval_version_id_pk" PRIMARY KEY("tenant_id","run_id","retrieval_version_id")
);
--> statement-breakpoint
ALTER TABLE "retrieval_versions" ADD COLUMN "chosen_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "retrieval_versions" ADD COLUMN "is_move" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "forecast_marks" ADD CONSTRAINT "forecast_marks_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forecast_marks" ADD CONSTRAINT "forecast_marks_retrieval_version_id_retrieval_versions_id_fk" FOREIGN KEY ("retrieval_version_id") REFERENCES "public"."retrieval_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "version_forecasts" ADD CONSTRAINT "version_forecasts_retrieval_version_id_retrieval_versions_id_fk" FOREIGN KEY ("retrieval_version_id") REFERENCES "public"."retrieval_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "version_forecasts" ADD CONSTRAINT "version_forecasts_tenant_id_run_id_runs_tenant_id_id_fk" FOREIGN KEY ("tenant_id","run_id") REFERENCES "public"."runs"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE version_forecasts ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE version_forecasts FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY version_forecasts_of_tenant ON version_forecasts TO assay_tenant
  USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY version_forecasts_of_system ON version_forecasts TO assay_system USING (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON version_forecasts TO assay_tenant;
--> statement-breakpoint
-- Counts alone: what is in a run is not to be seen by it.
GRANT SELECT ON version_forecasts TO assay_system;
--> statement-breakpoint
ALTER TABLE forecast_marks ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE forecast_marks FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY forecast_marks_of_tenant ON forecast_marks TO assay_tenant
  USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY forecast_marks_of_system ON forecast_marks TO assay_system USING (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON forecast_marks TO assay_tenant;
--> statement-breakpoint
GRANT SELECT ON forecast_marks TO assay_system;
--> statement-breakpoint
-- Whose runs another version judged.
GRANT SELECT (retrieval_version_id) ON runs TO assay_system;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION guard_retrieval_version() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  told text[] := ARRAY['activated_at', 'chosen_at', 'activate_when_ready', 'is_move', 'recommended_at'];
BEGIN
  IF to_jsonb(NEW) - told IS DISTINCT FROM to_jsonb(OLD) - told THEN
    RAISE EXCEPTION 'Cannot change retrieval version %', OLD.id USING ERRCODE = 'AS001';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- Until now only persons activated what they or a release had made; who activated a version of the settings is not known.
UPDATE retrieval_versions SET chosen_at = activated_at WHERE activated_at IS NOT NULL AND origin <> 'settings';
