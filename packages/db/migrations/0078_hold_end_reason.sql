ALTER TABLE "tenant_holds" ADD COLUMN "end_reason" text;--> statement-breakpoint
ALTER TABLE "tenant_holds" ADD CONSTRAINT "tenant_holds_end_reason" CHECK ("tenant_holds"."end_reason" is null or "tenant_holds"."ended_at" is not null);--> statement-breakpoint
GRANT UPDATE (end_reason) ON tenant_holds TO assay_system;
