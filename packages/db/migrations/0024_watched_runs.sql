CREATE INDEX "work_items_run_free" ON "work_items" USING btree ("tenant_id","run_id") WHERE state = 'PENDING' and run_id is not null and waiting_for is null;--> statement-breakpoint
CREATE INDEX "work_items_run_waiting" ON "work_items" USING btree ("tenant_id","run_id","available_at") WHERE state = 'PENDING' and run_id is not null and waiting_for is not null;--> statement-breakpoint
CREATE INDEX "work_items_untold" ON "work_items" USING btree ("available_at") WHERE state = 'PENDING' and published_at is null;--> statement-breakpoint
CREATE INDEX "work_items_told" ON "work_items" USING btree ("tenant_id",greatest(published_at, available_at)) WHERE state = 'PENDING' and published_at is not null;--> statement-breakpoint
-- One look serves all who watch runs, whoever's they are.
GRANT SELECT (revision) ON runs TO assay_system;
