CREATE TABLE "source_manifest_parts" (
	"tenant_id" uuid NOT NULL,
	"manifest_id" uuid NOT NULL,
	"part_index" integer NOT NULL,
	"lines" text NOT NULL,
	CONSTRAINT "source_manifest_parts_pk" PRIMARY KEY("manifest_id","part_index")
);
--> statement-breakpoint
CREATE TABLE "source_manifests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"source" text NOT NULL,
	"sequence" integer NOT NULL,
	"plan_id" uuid,
	"payload" text NOT NULL,
	"payload_hash" text NOT NULL,
	"signature" text NOT NULL,
	"key_id" text NOT NULL,
	"closed_by" text NOT NULL,
	"closed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "source_manifests_tenant_id_id" UNIQUE("tenant_id","id"),
	CONSTRAINT "source_manifests_in_order" UNIQUE("tenant_id","source","sequence")
);
--> statement-breakpoint
CREATE TABLE "source_plan_files" (
	"tenant_id" uuid NOT NULL,
	"plan_id" uuid NOT NULL,
	"path_hash" text NOT NULL,
	"path" text NOT NULL,
	"action" text NOT NULL,
	"sha256_hash" text,
	"size_bytes" bigint,
	"place_id" uuid,
	"document_id" uuid,
	CONSTRAINT "source_plan_files_pk" PRIMARY KEY("plan_id","path_hash")
);
--> statement-breakpoint
CREATE TABLE "source_plans" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"source" text NOT NULL,
	"started_by" text NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone,
	"dry_run" boolean NOT NULL,
	CONSTRAINT "source_plans_tenant_id_id" UNIQUE("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "review_by" date;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "manifests" jsonb;--> statement-breakpoint
ALTER TABLE "source_manifest_parts" ADD CONSTRAINT "source_manifest_parts_manifest" FOREIGN KEY ("tenant_id","manifest_id") REFERENCES "public"."source_manifests"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "source_manifests" ADD CONSTRAINT "source_manifests_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "source_plan_files" ADD CONSTRAINT "source_plan_files_plan" FOREIGN KEY ("tenant_id","plan_id") REFERENCES "public"."source_plans"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "source_plans" ADD CONSTRAINT "source_plans_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "source_manifests_of_plan" ON "source_manifests" USING btree ("tenant_id","plan_id") WHERE plan_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "source_plans_open" ON "source_plans" USING btree ("tenant_id","source") WHERE NOT dry_run;--> statement-breakpoint
CREATE INDEX "documents_live" ON "documents" USING btree ("tenant_id","uploaded_at","id") WHERE superseded_by_id IS NULL AND retired_at IS NULL;--> statement-breakpoint
CREATE INDEX "documents_by_expiry" ON "documents" USING btree ("tenant_id","expires_at","id") WHERE expires_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "documents_by_review" ON "documents" USING btree ("tenant_id","review_by","id") WHERE review_by IS NOT NULL;--> statement-breakpoint
CREATE INDEX "documents_by_owner" ON "documents" USING btree ("tenant_id","owner_id","uploaded_at","id") WHERE owner_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "documents_by_kind" ON "documents" USING btree ("tenant_id","evidence_kind","uploaded_at","id");--> statement-breakpoint
CREATE INDEX "runs_of_pack" ON "runs" USING btree ("tenant_id","pack_id","created_at","id");--> statement-breakpoint
CREATE INDEX "runs_of_starter" ON "runs" USING btree ("tenant_id","started_by","created_at","id");--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (received_at, expires_at), DELETE ON source_plans TO assay_tenant;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON source_plan_files TO assay_tenant;
--> statement-breakpoint
GRANT SELECT, INSERT ON source_manifests, source_manifest_parts TO assay_tenant;
--> statement-breakpoint
GRANT SELECT (id, tenant_id) ON source_plans, source_manifests TO assay_system;
--> statement-breakpoint
DO $$
DECLARE named text;
BEGIN
  FOREACH named IN ARRAY ARRAY['source_plans', 'source_plan_files', 'source_manifests', 'source_manifest_parts'] LOOP
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
CREATE POLICY source_plans_of_system ON source_plans TO assay_system USING (true);
--> statement-breakpoint
CREATE POLICY source_manifests_of_system ON source_manifests TO assay_system USING (true);
--> statement-breakpoint
CREATE TRIGGER source_manifests_final BEFORE UPDATE OR DELETE ON source_manifests FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE source_manifests ENABLE ALWAYS TRIGGER source_manifests_final;
--> statement-breakpoint
CREATE TRIGGER source_manifest_parts_final BEFORE UPDATE OR DELETE ON source_manifest_parts FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE source_manifest_parts ENABLE ALWAYS TRIGGER source_manifest_parts_final;
--> statement-breakpoint
-- What a run pins is fixed with its evidence.
CREATE FUNCTION guard_run_manifests() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.manifests IS DISTINCT FROM OLD.manifests
     AND (OLD.manifests IS NOT NULL OR OLD.status NOT IN ('PENDING', 'IN_PROGRESS')) THEN
    RAISE EXCEPTION 'Cannot change the manifests of run %', OLD.id USING ERRCODE = 'AS001';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER runs_manifests_final BEFORE UPDATE ON runs FOR EACH ROW EXECUTE FUNCTION guard_run_manifests();
--> statement-breakpoint
ALTER TABLE runs ENABLE ALWAYS TRIGGER runs_manifests_final;
