-- A look for the next job reads one entry for each of as many tenants as it has slots. What is for later is kept out of the
-- index that it reads.
DROP INDEX "work_items_due";--> statement-breakpoint
DROP INDEX "work_items_lost";--> statement-breakpoint
DROP INDEX "work_items_running";--> statement-breakpoint
ALTER TABLE "work_items" ADD COLUMN "delayed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "work_items_next" ON "work_items" USING btree ("kind","tenant_id","losses","available_at","id") WHERE state = 'PENDING' and not delayed and losses < 2;--> statement-breakpoint
CREATE INDEX "work_items_suspect" ON "work_items" USING btree ("kind","losses","available_at","id") WHERE state = 'PENDING' and not delayed and losses >= 2;--> statement-breakpoint
CREATE INDEX "work_items_delayed" ON "work_items" USING btree ("available_at") WHERE state = 'PENDING' and delayed;--> statement-breakpoint
CREATE INDEX "work_items_held" ON "work_items" USING btree ("holder","kind","tenant_id") WHERE state = 'RUNNING';;--> statement-breakpoint
-- The owner of the table has no policy of its own.
ALTER TABLE work_items NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
UPDATE work_items SET delayed = true WHERE state = 'PENDING' AND available_at > now();
--> statement-breakpoint
ALTER TABLE work_items FORCE ROW LEVEL SECURITY;
