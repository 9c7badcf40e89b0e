CREATE TABLE "backups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"taken_at" timestamp (3) with time zone NOT NULL,
	"recorded_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"originals" integer NOT NULL,
	"size_bytes" bigint NOT NULL,
	"manifest_hash" text NOT NULL,
	"verified_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "deployment" ADD COLUMN "maintenance_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "deployment" ADD COLUMN "maintenance_reason" text;--> statement-breakpoint
CREATE INDEX "backups_in_order" ON "backups" USING btree ("taken_at");--> statement-breakpoint
ALTER TABLE "deployment" ADD CONSTRAINT "deployment_maintenance" CHECK (("deployment"."maintenance_since" is null) = ("deployment"."maintenance_reason" is null));
--> statement-breakpoint
GRANT UPDATE (maintenance_since, maintenance_reason) ON deployment TO assay_system;
--> statement-breakpoint
-- What was recorded of a backup is final, but for when it was last found whole.
GRANT SELECT, INSERT, UPDATE (verified_at) ON backups TO assay_system;
--> statement-breakpoint
-- What follows a job is taken in its tenant's transaction.
GRANT SELECT (maintenance_since) ON deployment TO assay_tenant;
