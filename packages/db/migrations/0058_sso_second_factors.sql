ALTER TABLE "identity_providers" ADD COLUMN "second_factors" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
GRANT UPDATE (second_factors) ON identity_providers TO assay_tenant;
