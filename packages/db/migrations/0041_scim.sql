ALTER TABLE "scim_users" DROP CONSTRAINT "scim_users_once";--> statement-breakpoint
ALTER TABLE "scim_users" ADD COLUMN "email" text;--> statement-breakpoint
ALTER TABLE "scim_users" ADD COLUMN "created_by" text;--> statement-breakpoint
UPDATE "scim_users" SET "email" = lower("user_name"), "created_by" = 'system';--> statement-breakpoint
ALTER TABLE "scim_users" ALTER COLUMN "email" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "scim_users" ALTER COLUMN "created_by" SET NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "scim_users_by_name" ON "scim_users" USING btree ("tenant_id",lower("user_name"));--> statement-breakpoint
CREATE UNIQUE INDEX "scim_users_by_email" ON "scim_users" USING btree ("tenant_id","email");--> statement-breakpoint
CREATE INDEX "scim_users_by_external_id" ON "scim_users" USING btree ("tenant_id","external_id");
--> statement-breakpoint
GRANT SELECT (id, tenant_id) ON scim_groups TO assay_system;
--> statement-breakpoint
CREATE POLICY scim_groups_of_system ON scim_groups TO assay_system USING (true);
