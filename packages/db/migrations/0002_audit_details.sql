-- Entries of version 1 have no details, and their hash covers neither column. Processes of the release before write them.
ALTER TABLE audit_entries ADD COLUMN version integer NOT NULL DEFAULT 1;
--> statement-breakpoint
ALTER TABLE audit_entries ADD COLUMN details jsonb;
