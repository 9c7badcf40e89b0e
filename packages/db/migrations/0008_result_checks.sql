-- Null where a process of the release before took the snapshot: its replay is then proved from the snapshot itself.
ALTER TABLE snapshots ADD COLUMN replay_hash text;
--> statement-breakpoint
-- When the stored results of a finished run were last hashed again, and what was found.
CREATE TABLE result_checks (
  tenant_id uuid NOT NULL,
  run_id uuid NOT NULL,
  checked_at timestamp (3) with time zone NOT NULL,
  damaged text[] NOT NULL DEFAULT '{}',
  CONSTRAINT result_checks_run_id_pk PRIMARY KEY (run_id),
  CONSTRAINT result_checks_tenant_id_run_id_runs_tenant_id_id_fk FOREIGN KEY (tenant_id, run_id) REFERENCES runs (tenant_id, id)
);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON result_checks TO assay_tenant;
--> statement-breakpoint
GRANT SELECT ON result_checks TO assay_system;
--> statement-breakpoint
ALTER TABLE result_checks ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE result_checks FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY result_checks_of_tenant ON result_checks TO assay_tenant
  USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY result_checks_of_system ON result_checks TO assay_system USING (true);
