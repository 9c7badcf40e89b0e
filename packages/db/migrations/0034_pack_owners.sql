CREATE TABLE "pack_offers" (
	"pack_id" uuid NOT NULL,
	"tenant_id" uuid NOT NULL,
	CONSTRAINT "pack_offers_tenant_id_pack_id_pk" PRIMARY KEY("tenant_id","pack_id")
);
--> statement-breakpoint
ALTER TABLE "corpus_activation_items" ADD COLUMN "owner_tenant_id" uuid;--> statement-breakpoint
ALTER TABLE "corpus_activations" ADD COLUMN "owner_tenant_id" uuid;--> statement-breakpoint
ALTER TABLE "corpus_ingestions" ADD COLUMN "owner_tenant_id" uuid;--> statement-breakpoint
ALTER TABLE "guidance_chunks" ADD COLUMN "owner_tenant_id" uuid;--> statement-breakpoint
ALTER TABLE "guidance_vectors" ADD COLUMN "owner_tenant_id" uuid;--> statement-breakpoint
ALTER TABLE "criteria" ADD COLUMN "owner_tenant_id" uuid;--> statement-breakpoint
ALTER TABLE "criteria_versions" ADD COLUMN "owner_tenant_id" uuid;--> statement-breakpoint
ALTER TABLE "packs" ADD COLUMN "owner_tenant_id" uuid;--> statement-breakpoint
ALTER TABLE "packs" ADD COLUMN "offered_to_all" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "packs" ADD COLUMN "archived_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "requirements" ADD COLUMN "owner_tenant_id" uuid;--> statement-breakpoint
ALTER TABLE "pack_offers" ADD CONSTRAINT "pack_offers_pack_id_packs_id_fk" FOREIGN KEY ("pack_id") REFERENCES "public"."packs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pack_offers" ADD CONSTRAINT "pack_offers_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pack_offers_of_pack" ON "pack_offers" USING btree ("pack_id");--> statement-breakpoint
ALTER TABLE "corpus_activation_items" ADD CONSTRAINT "corpus_activation_items_owner_tenant_id_tenants_id_fk" FOREIGN KEY ("owner_tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "corpus_activations" ADD CONSTRAINT "corpus_activations_owner_tenant_id_tenants_id_fk" FOREIGN KEY ("owner_tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "corpus_ingestions" ADD CONSTRAINT "corpus_ingestions_owner_tenant_id_tenants_id_fk" FOREIGN KEY ("owner_tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guidance_chunks" ADD CONSTRAINT "guidance_chunks_owner_tenant_id_tenants_id_fk" FOREIGN KEY ("owner_tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guidance_vectors" ADD CONSTRAINT "guidance_vectors_owner_tenant_id_tenants_id_fk" FOREIGN KEY ("owner_tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "criteria" ADD CONSTRAINT "criteria_owner_tenant_id_tenants_id_fk" FOREIGN KEY ("owner_tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "criteria_versions" ADD CONSTRAINT "criteria_versions_owner_tenant_id_tenants_id_fk" FOREIGN KEY ("owner_tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "packs" ADD CONSTRAINT "packs_owner_tenant_id_tenants_id_fk" FOREIGN KEY ("owner_tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requirements" ADD CONSTRAINT "requirements_owner_tenant_id_tenants_id_fk" FOREIGN KEY ("owner_tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "criteria_versions_of_owner" ON "criteria_versions" USING btree ("owner_tenant_id") WHERE owner_tenant_id is not null;--> statement-breakpoint
CREATE INDEX "packs_of_owner" ON "packs" USING btree ("owner_tenant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "packs_in_order" ON "packs" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "requirements_of_owner" ON "requirements" USING btree ("owner_tenant_id") WHERE owner_tenant_id is not null;
--> statement-breakpoint
-- Whatever belongs to a pack takes its owner from it, and nobody changes an owner afterwards. Who writes must see the pack.
CREATE FUNCTION take_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW.owner_tenant_id IS DISTINCT FROM OLD.owner_tenant_id THEN
      RAISE EXCEPTION 'Cannot change the owner of a row of %', TG_TABLE_NAME USING ERRCODE = 'AS001';
    END IF;
    RETURN NEW;
  END IF;
  CASE TG_ARGV[0]
    WHEN 'pack' THEN
      SELECT owner_tenant_id INTO NEW.owner_tenant_id FROM packs WHERE id = NEW.pack_id;
    WHEN 'version' THEN
      SELECT owner_tenant_id INTO NEW.owner_tenant_id FROM criteria_versions WHERE id = NEW.criteria_version_id;
    WHEN 'ingestion' THEN
      SELECT owner_tenant_id INTO NEW.owner_tenant_id FROM corpus_ingestions WHERE id = NEW.ingestion_id;
    WHEN 'passage' THEN
      SELECT owner_tenant_id INTO NEW.owner_tenant_id FROM guidance_chunks WHERE id = NEW.chunk_id;
  END CASE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'Cannot add to %: there is no such pack', TG_TABLE_NAME USING ERRCODE = '42501';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- A tenant is bound to a pack of its own or of the deployment.
CREATE FUNCTION guard_binding() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM packs WHERE id = NEW.pack_id AND (owner_tenant_id IS NULL OR owner_tenant_id = NEW.tenant_id)) THEN
    RAISE EXCEPTION 'Cannot bind tenant % to a pack that is not offered to it', NEW.tenant_id USING ERRCODE = '42501';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER pack_bindings_of_visible BEFORE INSERT OR UPDATE ON pack_bindings FOR EACH ROW EXECUTE FUNCTION guard_binding();
--> statement-breakpoint
GRANT SELECT (id, owner_tenant_id) ON packs TO assay_system;
--> statement-breakpoint
GRANT SELECT (owner_tenant_id, size_bytes, sha256_hash) ON corpus_ingestions TO assay_system;
--> statement-breakpoint
DO $$
DECLARE
  part text[];
  own text := 'owner_tenant_id = (select nullif(current_setting(''app.tenant_id'', true), '''')::uuid)';
BEGIN
  FOREACH part SLICE 1 IN ARRAY ARRAY[
    ['packs', ''], ['criteria_versions', 'pack'], ['criteria', 'version'], ['requirements', 'version'],
    ['corpus_activations', 'pack'], ['corpus_activation_items', 'pack'], ['corpus_ingestions', 'pack'],
    ['guidance_chunks', 'ingestion'], ['guidance_vectors', 'passage']
  ] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', part[1]);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', part[1]);
    EXECUTE format('CREATE POLICY %I ON %I TO assay_tenant USING (%s) WITH CHECK (%s)', part[1] || '_of_tenant', part[1],
      CASE part[1]
        WHEN 'packs' THEN own || ' OR owner_tenant_id IS NULL AND (offered_to_all
          OR EXISTS (SELECT 1 FROM pack_bindings used WHERE used.pack_id = packs.id)
          OR EXISTS (SELECT 1 FROM pack_offers offered WHERE offered.pack_id = packs.id))'
        WHEN 'criteria_versions' THEN own || ' OR owner_tenant_id IS NULL AND status = ''PUBLISHED'''
        ELSE own || ' OR owner_tenant_id IS NULL'
      END, own);
    EXECUTE format('CREATE POLICY %I ON %I TO assay_catalog USING (owner_tenant_id IS NULL OR %s) WITH CHECK (owner_tenant_id IS NULL OR %s)',
      part[1] || '_of_catalog', part[1], own, own);
    IF has_any_column_privilege('assay_system', part[1]::regclass, 'SELECT') THEN
      EXECUTE format('CREATE POLICY %I ON %I TO assay_system USING (true)', part[1] || '_of_system', part[1]);
    END IF;
    IF part[2] <> '' THEN
      EXECUTE format('CREATE TRIGGER %I BEFORE INSERT OR UPDATE OF owner_tenant_id ON %I FOR EACH ROW EXECUTE FUNCTION take_owner(%L)',
        part[1] || '_take_owner', part[1], part[2]);
    ELSE
      EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE OF owner_tenant_id ON %I FOR EACH ROW EXECUTE FUNCTION take_owner()',
        part[1] || '_take_owner', part[1]);
    END IF;
    EXECUTE format('ALTER TABLE %I ENABLE ALWAYS TRIGGER %I', part[1], part[1] || '_take_owner');
  END LOOP;
END $$;
--> statement-breakpoint
ALTER TABLE pack_bindings ENABLE ALWAYS TRIGGER pack_bindings_of_visible;
--> statement-breakpoint
ALTER TABLE packs ADD CONSTRAINT packs_offer_of_deployment CHECK (owner_tenant_id IS NULL OR NOT offered_to_all);
--> statement-breakpoint
ALTER TABLE pack_offers ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE pack_offers FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY pack_offers_of_tenant ON pack_offers TO assay_tenant
  USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
--> statement-breakpoint
-- Whom a pack of the deployment is offered to is the deployment's.
CREATE POLICY pack_offers_of_catalog ON pack_offers TO assay_catalog USING (true)
  WITH CHECK (EXISTS (SELECT 1 FROM packs WHERE packs.id = pack_id AND packs.owner_tenant_id IS NULL));
--> statement-breakpoint
CREATE POLICY pack_bindings_of_catalog ON pack_bindings TO assay_catalog
  USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
--> statement-breakpoint
GRANT SELECT ON pack_offers TO assay_tenant;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON pack_offers TO assay_catalog;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON pack_bindings TO assay_catalog;
--> statement-breakpoint
GRANT UPDATE (name, description, offered_to_all, archived_at) ON packs TO assay_catalog;
--> statement-breakpoint
GRANT DELETE ON criteria_versions TO assay_catalog;
