CREATE TABLE "engine_metrics" (
	"id" uuid PRIMARY KEY NOT NULL,
	"retrieval_version_id" uuid NOT NULL,
	"metrics" jsonb NOT NULL,
	"origin" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "retrieval_versions" ADD COLUMN "recommended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "engine_metrics" ADD CONSTRAINT "engine_metrics_retrieval_version_id_retrieval_versions_id_fk" FOREIGN KEY ("retrieval_version_id") REFERENCES "public"."retrieval_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "engine_metrics_retrieval_version_id_id_index" ON "engine_metrics" USING btree ("retrieval_version_id","id");--> statement-breakpoint
GRANT SELECT ON engine_metrics TO assay_tenant;
--> statement-breakpoint
GRANT SELECT, INSERT ON engine_metrics TO assay_catalog;
--> statement-breakpoint
ALTER TABLE engine_metrics
  ADD CONSTRAINT engine_metrics_origin CHECK (origin IN ('release', 'admin'));
--> statement-breakpoint
-- What was measured stays: a second measurement is a second row.
CREATE TRIGGER engine_metrics_final BEFORE UPDATE ON engine_metrics FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE engine_metrics ENABLE ALWAYS TRIGGER engine_metrics_final;
--> statement-breakpoint
CREATE TRIGGER engine_metrics_never_deleted BEFORE DELETE ON engine_metrics FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE engine_metrics ENABLE ALWAYS TRIGGER engine_metrics_never_deleted;
--> statement-breakpoint
CREATE TRIGGER engine_metrics_never_emptied BEFORE TRUNCATE ON engine_metrics FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE engine_metrics ENABLE ALWAYS TRIGGER engine_metrics_never_emptied;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION guard_retrieval_version() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  told text[] := ARRAY['activated_at', 'activate_when_ready', 'recommended_at'];
BEGIN
  IF to_jsonb(NEW) - told IS DISTINCT FROM to_jsonb(OLD) - told THEN
    RAISE EXCEPTION 'Cannot change retrieval version %', OLD.id USING ERRCODE = 'AS001';
  END IF;
  RETURN NEW;
END $$;
