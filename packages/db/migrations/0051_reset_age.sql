CREATE INDEX "resets_old" ON "resets" USING btree ("created_at");
--> statement-breakpoint
GRANT SELECT (created_at), DELETE ON resets TO assay_system;
