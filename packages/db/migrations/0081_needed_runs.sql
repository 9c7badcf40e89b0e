CREATE INDEX "assessments_reused" ON "assessments" USING btree ("tenant_id","reused_from_run_id") WHERE reused_from_run_id is not null;--> statement-breakpoint
CREATE INDEX "spans_of_tenant_ended_at" ON "spans" USING btree ("tenant_id","ended_at");
--> statement-breakpoint
-- Also while somebody has work to do in it.
CREATE OR REPLACE FUNCTION why_run_stays(tenant uuid, run uuid) RETURNS text LANGUAGE sql STABLE
  SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT CASE
    WHEN asked.status NOT IN ('COMPLETED', 'FAILED') THEN 'UNDER_WAY'
    WHEN NOT EXISTS (SELECT FROM runs later WHERE later.tenant_id = tenant AND later.pack_id = asked.pack_id
      AND later.status = 'COMPLETED' AND (later.created_at, later.id) > (asked.created_at, asked.id)) THEN 'NEWEST'
    WHEN EXISTS (SELECT FROM run_links WHERE tenant_id = tenant AND run_id = run
      AND revoked_at IS NULL AND expires_at > now()) THEN 'LINKED'
    WHEN EXISTS (SELECT FROM result_checks WHERE tenant_id = tenant AND run_id = run AND damaged <> '{}') THEN 'DAMAGED'
    WHEN EXISTS (SELECT FROM tasks WHERE tenant_id = tenant AND run_id = run AND status <> 'COMPLETED'
        AND (assignee_id IS NOT NULL OR due_date IS NOT NULL))
      OR EXISTS (SELECT FROM comments request WHERE request.tenant_id = tenant AND request.run_id = run AND request.kind = 'REQUEST'
        AND request.redacted_at IS NULL AND NOT EXISTS (SELECT FROM comments answer
          WHERE answer.tenant_id = tenant AND answer.answers_id = request.id)) THEN 'OPEN_WORK'
    WHEN EXISTS (SELECT FROM runs other WHERE other.tenant_id = tenant AND other.continued_from_run_id = run)
      OR EXISTS (SELECT FROM assessments other WHERE other.tenant_id = tenant AND other.reused_from_run_id = run AND other.run_id <> run)
      OR EXISTS (SELECT FROM reviews other JOIN reviews confirmed ON confirmed.tenant_id = tenant AND confirmed.id = other.confirms_review_id
        WHERE other.tenant_id = tenant AND other.run_id <> run AND confirmed.run_id = run) THEN 'REFERRED_TO'
    -- It may be taking over answers now.
    WHEN EXISTS (SELECT FROM runs other WHERE other.tenant_id = tenant AND other.status IN ('PENDING', 'IN_PROGRESS')) THEN 'OTHER_UNDER_WAY'
  END FROM runs asked WHERE asked.tenant_id = tenant AND asked.id = run
$$;
