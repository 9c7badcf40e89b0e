ALTER TABLE documents ADD COLUMN reader_version integer;
--> statement-breakpoint
ALTER TABLE documents ADD COLUMN reading_warnings jsonb;
--> statement-breakpoint
GRANT SELECT (file_type, reader_version) ON documents TO assay_system;
