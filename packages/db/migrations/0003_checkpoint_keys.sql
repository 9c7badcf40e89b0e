-- The public keys of audit checkpoints. A row is one key's word for another: the signature of `vouched_by` over the key.
CREATE TABLE checkpoint_keys (
  key_id text NOT NULL,
  vouched_by text NOT NULL,
  x text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  signature text NOT NULL,
  kept_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (key_id, vouched_by)
);
--> statement-breakpoint
GRANT SELECT, INSERT ON checkpoint_keys TO assay_system;
--> statement-breakpoint
CREATE TRIGGER checkpoint_keys_final BEFORE UPDATE OR DELETE ON checkpoint_keys FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE checkpoint_keys ENABLE ALWAYS TRIGGER checkpoint_keys_final;
--> statement-breakpoint
CREATE TRIGGER checkpoint_keys_never_emptied BEFORE TRUNCATE ON checkpoint_keys FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE checkpoint_keys ENABLE ALWAYS TRIGGER checkpoint_keys_never_emptied;
