ALTER TABLE "source_plan_files" ADD COLUMN "refusal" jsonb;--> statement-breakpoint
GRANT UPDATE (refusal) ON source_plan_files TO assay_tenant;
