CREATE TABLE "identity_states" (
	"name" text PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"state" text NOT NULL
);
--> statement-breakpoint
-- Hashes of passwords and of refresh tokens: no tenant reads them.
GRANT SELECT, INSERT, UPDATE ON identity_states TO assay_system;
