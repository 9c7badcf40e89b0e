ALTER TABLE "uploads" ADD COLUMN "part_digests" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
GRANT UPDATE (part_digests) ON uploads TO assay_tenant;
