-- A trace is read in batches, in the order in which its spans began.
CREATE INDEX spans_in_order ON spans USING btree (tenant_id, trace_id, started_at, span_id);
