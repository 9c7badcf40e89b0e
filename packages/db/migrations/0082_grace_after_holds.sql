-- What became due under a hold or a suspension does not go within minutes of its end.
CREATE OR REPLACE FUNCTION retention_refusal(tenant uuid) RETURNS text LANGUAGE sql STABLE
  SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT CASE
    WHEN is_erasing(tenant) THEN 'ERASING'
    WHEN EXISTS (SELECT FROM tenant_holds WHERE tenant_id = tenant AND ended_at IS NULL) THEN 'HELD'
    WHEN NOT EXISTS (SELECT FROM tenants WHERE id = tenant AND status = 'ACTIVE') THEN 'SUSPENDED'
    WHEN EXISTS (SELECT FROM deployment WHERE maintenance_since IS NOT NULL) THEN 'MAINTENANCE'
    WHEN EXISTS (SELECT FROM tenant_retention WHERE tenant_id = tenant AND changed_at > now() - interval '1 day')
      OR EXISTS (SELECT FROM tenant_holds WHERE tenant_id = tenant AND ended_at > now() - interval '1 day')
      OR EXISTS (SELECT FROM tenants WHERE id = tenant AND resumed_at > now() - interval '1 day') THEN 'CHANGED_LATELY'
  END
$$;
