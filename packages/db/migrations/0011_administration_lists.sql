-- For each filter of the audit log. The run's is there already.
CREATE INDEX audit_entries_by_action ON audit_entries (tenant_id, action, sequence);
--> statement-breakpoint
CREATE INDEX audit_entries_by_object ON audit_entries (tenant_id, object_id, sequence);
--> statement-breakpoint
CREATE INDEX audit_entries_by_actor ON audit_entries (tenant_id, actor, sequence);
--> statement-breakpoint
CREATE INDEX audit_entries_by_time ON audit_entries (tenant_id, created_at);
--> statement-breakpoint
CREATE INDEX documents_failed ON documents (tenant_id, uploaded_at, id) WHERE status = 'FAILED';
--> statement-breakpoint
CREATE INDEX documents_failed_by_code ON documents (tenant_id, failure_code, uploaded_at, id) WHERE status = 'FAILED';
--> statement-breakpoint
-- What an earlier reader made READY.
CREATE INDEX documents_by_reader ON documents (tenant_id, reader_version) WHERE status = 'READY' AND file_type <> 'zip';
