ALTER TABLE "document_places" ADD COLUMN "filename" text;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "given_filename" text;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "read_as" text;--> statement-breakpoint
CREATE INDEX "documents_renamed" ON "documents" USING btree ("tenant_id") WHERE read_as IS NOT NULL;