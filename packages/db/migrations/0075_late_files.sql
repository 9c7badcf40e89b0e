ALTER TABLE "erasures" ADD COLUMN "files_counted" uuid;--> statement-breakpoint
ALTER TABLE "erasures" ADD COLUMN "upload_parts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "erasures" ADD COLUMN "files_late" boolean DEFAULT false NOT NULL;--> statement-breakpoint
GRANT UPDATE (files_counted, upload_parts, files_late) ON erasures TO assay_system;
--> statement-breakpoint
-- After the row, and after its reference to the tenant, which waits for an erasure that begins. A tenant does not see erasures:
-- the deployment's role looks.
CREATE FUNCTION guard_new_file_key() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before text := current_setting('role');
  erasing boolean;
BEGIN
  IF current_user = 'assay_tenant' THEN
    PERFORM set_config('role', 'assay_system', true);
    erasing := is_erasing(NEW.tenant_id);
    PERFORM set_config('role', before, true);
    IF erasing THEN
      RAISE EXCEPTION 'Cannot make a file key of tenant %: it is being erased', NEW.tenant_id USING ERRCODE = 'AS001';
    END IF;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER file_keys_made AFTER INSERT ON file_keys FOR EACH ROW EXECUTE FUNCTION guard_new_file_key();
--> statement-breakpoint
ALTER TABLE file_keys ENABLE ALWAYS TRIGGER file_keys_made;
