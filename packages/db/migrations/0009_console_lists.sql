-- An order of the list of runs each: a run that is under way comes after all that have ended.
CREATE INDEX runs_by_status ON runs (tenant_id, status, id);
--> statement-breakpoint
CREATE INDEX runs_by_end ON runs (tenant_id, coalesce(completed_at, failed_at, timestamptz '9999-12-31 00:00:00Z'), id);
--> statement-breakpoint
CREATE INDEX runs_by_duration ON runs (tenant_id, coalesce(extract(epoch from (coalesce(completed_at, failed_at) - coalesce(started_at, created_at))) * 1000, 9007199254740991), id);
--> statement-breakpoint
CREATE INDEX runs_by_cost ON runs (tenant_id, cost_usd, id);
--> statement-breakpoint
CREATE INDEX runs_by_tokens ON runs (tenant_id, (tokens_in::bigint + tokens_out), id);
--> statement-breakpoint
-- What the overview counts.
CREATE INDEX spans_failed ON spans (tenant_id, started_at) WHERE status_code = 2;
--> statement-breakpoint
CREATE INDEX api_keys_unrevoked ON api_keys (tenant_id, expires_at) WHERE revoked_at IS NULL;
--> statement-breakpoint
CREATE INDEX result_checks_damaged ON result_checks (tenant_id, run_id) WHERE damaged <> '{}';
--> statement-breakpoint
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
--> statement-breakpoint
-- A trace is read in batches, in the order in which its spans began.
CREATE INDEX spans_in_order ON spans USING btree (tenant_id, trace_id, started_at, span_id);
