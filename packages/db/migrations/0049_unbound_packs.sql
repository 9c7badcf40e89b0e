GRANT DELETE ON pack_bindings TO assay_tenant;--> statement-breakpoint
-- A tenant that no longer uses a pack still sees which pack its runs are of.
ALTER POLICY packs_of_tenant ON packs USING (
  owner_tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)
  OR owner_tenant_id IS NULL AND (offered_to_all
    OR EXISTS (SELECT 1 FROM pack_bindings used WHERE used.pack_id = packs.id)
    OR EXISTS (SELECT 1 FROM pack_offers offered WHERE offered.pack_id = packs.id)
    OR EXISTS (SELECT 1 FROM runs past
      WHERE past.tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid) AND past.pack_id = packs.id))
);
