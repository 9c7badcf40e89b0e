-- Whose files a file store keeps: the id stands in a marker in the store's root.
CREATE TABLE deployment (
  one_row boolean PRIMARY KEY DEFAULT true,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  files_marked_at timestamp (3) with time zone,
  CONSTRAINT deployment_one_row CHECK (one_row)
);
--> statement-breakpoint
INSERT INTO deployment DEFAULT VALUES;
--> statement-breakpoint
GRANT SELECT, UPDATE (files_marked_at) ON deployment TO assay_system;
--> statement-breakpoint
CREATE TABLE pauses (
  part text PRIMARY KEY,
  failures integer NOT NULL,
  until timestamp (3) with time zone NOT NULL,
  answered_at timestamp (3) with time zone
);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON pauses TO assay_system;
--> statement-breakpoint
ALTER TABLE work_items ADD COLUMN waiting_for text;
--> statement-breakpoint
ALTER TABLE work_items ADD COLUMN waiting_since timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE sweeps ADD COLUMN resumed_at timestamp (3) with time zone;
--> statement-breakpoint
GRANT SELECT (resumed_at) ON sweeps TO assay_tenant;
--> statement-breakpoint
ALTER TABLE documents ADD COLUMN extraction_ms integer NOT NULL DEFAULT 0;
--> statement-breakpoint
ALTER TABLE corpus_ingestions ADD COLUMN extraction_ms integer NOT NULL DEFAULT 0;
--> statement-breakpoint
GRANT SELECT (size_bytes, failure_code) ON documents TO assay_system;
