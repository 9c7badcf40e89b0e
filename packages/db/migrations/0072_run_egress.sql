CREATE TABLE "document_egress" (
	"tenant_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"host" text NOT NULL,
	"purpose" text NOT NULL,
	"bytes" bigint NOT NULL,
	CONSTRAINT "document_egress_tenant_id_document_id_provider_host_purpose_pk" PRIMARY KEY("tenant_id","document_id","provider","host","purpose")
);
--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "egress" jsonb;--> statement-breakpoint
-- A process of the release before, which still works for a while, notes no destinations of documents.
ALTER TABLE "tenants" ADD COLUMN "egress_known_since" timestamp (3) with time zone DEFAULT now() + interval '1 hour' NOT NULL;--> statement-breakpoint
ALTER TABLE "tenants" ALTER COLUMN "egress_known_since" SET DEFAULT now();--> statement-breakpoint
ALTER TABLE "document_egress" ADD CONSTRAINT "document_egress_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
-- As in the ledger: bytes only grow, and nobody removes a row.
GRANT SELECT, INSERT, UPDATE (bytes) ON document_egress TO assay_tenant;
--> statement-breakpoint
ALTER TABLE document_egress ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE document_egress FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY document_egress_of_tenant ON document_egress TO assay_tenant
  USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
--> statement-breakpoint
CREATE FUNCTION guard_document_egress() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.bytes < OLD.bytes THEN
    RAISE EXCEPTION 'Cannot lower what was sent to %', OLD.host USING ERRCODE = 'AS001';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER document_egress_grows BEFORE UPDATE ON document_egress FOR EACH ROW EXECUTE FUNCTION guard_document_egress();
--> statement-breakpoint
ALTER TABLE document_egress ENABLE ALWAYS TRIGGER document_egress_grows;
