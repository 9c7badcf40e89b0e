-- By which model citations are checked for their meaning, and what the check set aside. Null before, and where nothing checks.
ALTER TABLE "retrieval_versions" ADD COLUMN "meaning" jsonb;--> statement-breakpoint
ALTER TABLE "assessments" ADD COLUMN "set_aside" jsonb;