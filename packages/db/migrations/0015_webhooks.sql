-- Where a tenant wants to be told of what happens. The secrets are encrypted with a key that is not in the database.
CREATE TABLE webhooks (
  id uuid PRIMARY KEY NOT NULL,
  tenant_id uuid NOT NULL,
  url text NOT NULL,
  events text[] NOT NULL,
  enabled boolean NOT NULL DEFAULT true,
  disabled_reason text,
  disabled_at timestamp (3) with time zone,
  failing_since timestamp (3) with time zone,
  listening_since timestamp (3) with time zone NOT NULL DEFAULT now(),
  secret bytea NOT NULL,
  secret_key_id text NOT NULL,
  previous_secret bytea,
  previous_key_id text,
  previous_until timestamp (3) with time zone,
  created_by text NOT NULL,
  created_at timestamp (3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT webhooks_tenant_id_id UNIQUE (tenant_id, id),
  CONSTRAINT webhooks_tenant_id_tenants_id_fk FOREIGN KEY (tenant_id) REFERENCES tenants (id)
);
--> statement-breakpoint
CREATE INDEX webhooks_in_order ON webhooks (tenant_id, created_at, id);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON webhooks TO assay_tenant;
--> statement-breakpoint
GRANT SELECT (id, tenant_id, enabled, events, listening_since, secret_key_id, previous_key_id) ON webhooks TO assay_system;
--> statement-breakpoint
ALTER TABLE webhooks ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE webhooks FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY webhooks_of_tenant ON webhooks TO assay_tenant
  USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY webhooks_of_system ON webhooks TO assay_system USING (true);
--> statement-breakpoint
-- One event for one webhook, added in the transaction of what happened.
CREATE TABLE webhook_deliveries (
  id uuid PRIMARY KEY NOT NULL,
  tenant_id uuid NOT NULL,
  webhook_id uuid NOT NULL,
  event_id uuid NOT NULL,
  type text NOT NULL,
  payload text NOT NULL,
  state text NOT NULL DEFAULT 'PENDING',
  attempts integer NOT NULL DEFAULT 0,
  last_attempt_at timestamp (3) with time zone,
  next_attempt_at timestamp (3) with time zone,
  response_status smallint,
  error text,
  created_at timestamp (3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT webhook_deliveries_webhook FOREIGN KEY (tenant_id, webhook_id) REFERENCES webhooks (tenant_id, id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX webhook_deliveries_in_order ON webhook_deliveries (tenant_id, webhook_id, created_at, id);
--> statement-breakpoint
CREATE INDEX webhook_deliveries_by_state ON webhook_deliveries (tenant_id, webhook_id, state, created_at, id);
--> statement-breakpoint
CREATE INDEX webhook_deliveries_ended ON webhook_deliveries (coalesce(last_attempt_at, created_at)) WHERE state <> 'PENDING';
--> statement-breakpoint
-- What is delivered never changes; only how far its delivery is.
GRANT SELECT, INSERT, UPDATE (state, attempts, last_attempt_at, next_attempt_at, response_status, error) ON webhook_deliveries TO assay_tenant;
--> statement-breakpoint
GRANT SELECT (id, tenant_id, state, last_attempt_at, created_at), DELETE ON webhook_deliveries TO assay_system;
--> statement-breakpoint
ALTER TABLE webhook_deliveries ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE webhook_deliveries FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY webhook_deliveries_of_tenant ON webhook_deliveries TO assay_tenant
  USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY webhook_deliveries_of_system ON webhook_deliveries TO assay_system USING (true);
--> statement-breakpoint
CREATE FUNCTION guard_webhook_delivery() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.tenant_id, NEW.webhook_id, NEW.event_id, NEW.type, NEW.payload, NEW.created_at)
    IS DISTINCT FROM (OLD.id, OLD.tenant_id, OLD.webhook_id, OLD.event_id, OLD.type, OLD.payload, OLD.created_at) THEN
    RAISE EXCEPTION 'Cannot change what delivery % sends', OLD.id USING ERRCODE = 'AS001';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER webhook_deliveries_fixed BEFORE UPDATE ON webhook_deliveries FOR EACH ROW EXECUTE FUNCTION guard_webhook_delivery();
--> statement-breakpoint
ALTER TABLE webhook_deliveries ENABLE ALWAYS TRIGGER webhook_deliveries_fixed;
--> statement-breakpoint
-- Each notice of a document's expiry is given once, for each date that was its expiry.
CREATE TABLE expiry_notices (
  tenant_id uuid NOT NULL,
  document_id uuid NOT NULL,
  expires_at date NOT NULL,
  days integer NOT NULL,
  created_at timestamp (3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT expiry_notices_document_id_expires_at_days_pk PRIMARY KEY (document_id, expires_at, days),
  CONSTRAINT expiry_notices_document FOREIGN KEY (tenant_id, document_id) REFERENCES documents (tenant_id, id) ON DELETE CASCADE
);
--> statement-breakpoint
GRANT SELECT, INSERT ON expiry_notices TO assay_tenant;
--> statement-breakpoint
GRANT SELECT ON expiry_notices TO assay_system;
--> statement-breakpoint
ALTER TABLE expiry_notices ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE expiry_notices FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY expiry_notices_of_tenant ON expiry_notices TO assay_tenant
  USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY expiry_notices_of_system ON expiry_notices TO assay_system USING (true);
--> statement-breakpoint
CREATE INDEX documents_expiring ON documents (tenant_id, expires_at) WHERE status = 'READY' AND expires_at IS NOT NULL;
--> statement-breakpoint
GRANT SELECT (expires_at, file_type) ON documents TO assay_system;
