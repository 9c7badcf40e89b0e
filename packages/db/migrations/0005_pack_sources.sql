ALTER TABLE "criteria" ADD COLUMN "source_key" text;--> statement-breakpoint
ALTER TABLE "requirements" ADD COLUMN "retrieval_hint" text;