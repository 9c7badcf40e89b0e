ALTER TABLE work_items ADD COLUMN holder uuid;
--> statement-breakpoint
ALTER TABLE work_items ADD COLUMN losses integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
CREATE INDEX work_items_lost ON work_items USING btree (kind, tenant_id, losses, available_at, id) WHERE state = 'PENDING' AND losses > 0;
--> statement-breakpoint
CREATE INDEX documents_to_rehash ON documents USING btree (tenant_id, coalesce(rehashed_at, ready_at), id) WHERE status = 'READY';
