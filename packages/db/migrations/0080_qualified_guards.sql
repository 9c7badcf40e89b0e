ALTER TABLE "egress" DROP CONSTRAINT "egress_run";
--> statement-breakpoint
-- A temporary table of a session must not be asked in place of ours: every function of ours that reads a table looks in
-- our schema first.
DO $$
DECLARE each record;
BEGIN
  FOR each IN SELECT fn.oid::regprocedure AS name FROM pg_proc fn JOIN pg_language ON pg_language.oid = prolang
    WHERE fn.pronamespace = 'public'::regnamespace AND lanname IN ('sql', 'plpgsql') AND fn.prosrc ~* '\m(from|update|insert)\M'
      AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = fn.oid AND deptype = 'e')
  LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = pg_catalog, public, pg_temp', each.name);
  END LOOP;
END $$;
