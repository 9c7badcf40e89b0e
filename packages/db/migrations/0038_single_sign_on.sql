CREATE TABLE "identity_providers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"name" text NOT NULL,
	"issuer" text NOT NULL,
	"client_id" text NOT NULL,
	"secret" "bytea" NOT NULL,
	"secret_key_id" text NOT NULL,
	"default_role" text NOT NULL,
	"active" boolean NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "identity_providers_tenant_id_id" UNIQUE("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "scim_group_members" (
	"tenant_id" uuid NOT NULL,
	"group_id" uuid NOT NULL,
	"scim_user_id" uuid NOT NULL,
	CONSTRAINT "scim_group_members_group_id_scim_user_id_pk" PRIMARY KEY("group_id","scim_user_id")
);
--> statement-breakpoint
CREATE TABLE "scim_groups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"display_name" text NOT NULL,
	"external_id" text,
	"role" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "scim_groups_tenant_id_id" UNIQUE("tenant_id","id"),
	CONSTRAINT "scim_groups_once" UNIQUE("tenant_id","display_name")
);
--> statement-breakpoint
CREATE TABLE "scim_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"name" text NOT NULL,
	"prefix" text NOT NULL,
	"key_hash" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "scim_keys_key_hash_unique" UNIQUE("key_hash"),
	CONSTRAINT "scim_keys_tenant_id_id" UNIQUE("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "scim_users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"user_name" text NOT NULL,
	"external_id" text,
	"display_name" text,
	"given_name" text,
	"family_name" text,
	"active" boolean NOT NULL,
	"user_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "scim_users_tenant_id_id" UNIQUE("tenant_id","id"),
	CONSTRAINT "scim_users_once" UNIQUE("tenant_id","user_name")
);
--> statement-breakpoint
CREATE TABLE "sso_subjects" (
	"tenant_id" uuid NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sso_subjects_tenant_id_issuer_subject_pk" PRIMARY KEY("tenant_id","issuer","subject")
);
--> statement-breakpoint
CREATE TABLE "tenant_domains" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"domain" text NOT NULL,
	"token" text NOT NULL,
	"proved_at" timestamp (3) with time zone,
	"proved_by" text,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tenant_domains_once" UNIQUE("tenant_id","domain")
);
--> statement-breakpoint
ALTER TABLE "identity_providers" ADD CONSTRAINT "identity_providers_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scim_group_members" ADD CONSTRAINT "scim_group_members_group" FOREIGN KEY ("tenant_id","group_id") REFERENCES "public"."scim_groups"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scim_group_members" ADD CONSTRAINT "scim_group_members_user" FOREIGN KEY ("tenant_id","scim_user_id") REFERENCES "public"."scim_users"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scim_groups" ADD CONSTRAINT "scim_groups_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scim_keys" ADD CONSTRAINT "scim_keys_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scim_users" ADD CONSTRAINT "scim_users_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scim_users" ADD CONSTRAINT "scim_users_membership" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."memberships"("tenant_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sso_subjects" ADD CONSTRAINT "sso_subjects_membership" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."memberships"("tenant_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tenant_domains" ADD CONSTRAINT "tenant_domains_tenant_id_tenants_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "identity_providers_in_order" ON "identity_providers" USING btree ("tenant_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "identity_providers_one_active" ON "identity_providers" USING btree ("tenant_id") WHERE active;--> statement-breakpoint
CREATE INDEX "scim_group_members_of_user" ON "scim_group_members" USING btree ("tenant_id","scim_user_id");--> statement-breakpoint
CREATE INDEX "scim_groups_in_order" ON "scim_groups" USING btree ("tenant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "scim_keys_in_order" ON "scim_keys" USING btree ("tenant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "scim_users_in_order" ON "scim_users" USING btree ("tenant_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "scim_users_of_user" ON "scim_users" USING btree ("tenant_id","user_id") WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX "sso_subjects_of_user" ON "sso_subjects" USING btree ("tenant_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "tenant_domains_proved" ON "tenant_domains" USING btree ("domain") WHERE proved_at is not null;--> statement-breakpoint
CREATE INDEX "tenant_domains_in_order" ON "tenant_domains" USING btree ("tenant_id","created_at","id");
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (name, issuer, client_id, secret, secret_key_id, default_role, active), DELETE ON identity_providers TO assay_tenant;
--> statement-breakpoint
GRANT SELECT (id, tenant_id, secret_key_id) ON identity_providers TO assay_system;
--> statement-breakpoint
ALTER TABLE identity_providers ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE identity_providers FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY identity_providers_of_tenant ON identity_providers TO assay_tenant
  USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY identity_providers_of_system ON identity_providers TO assay_system USING (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (proved_at, proved_by), DELETE ON tenant_domains TO assay_tenant;
--> statement-breakpoint
GRANT SELECT (id, tenant_id, domain, proved_at) ON tenant_domains TO assay_system;
--> statement-breakpoint
ALTER TABLE tenant_domains ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE tenant_domains FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY tenant_domains_of_tenant ON tenant_domains TO assay_tenant
  USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY tenant_domains_of_system ON tenant_domains TO assay_system USING (true);
--> statement-breakpoint
GRANT SELECT, INSERT ON sso_subjects TO assay_tenant;
--> statement-breakpoint
ALTER TABLE sso_subjects ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE sso_subjects FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY sso_subjects_of_tenant ON sso_subjects TO assay_tenant
  USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE (revoked_at) ON scim_keys TO assay_tenant;
--> statement-breakpoint
GRANT SELECT (id, tenant_id, key_hash, revoked_at, last_used_at), UPDATE (last_used_at) ON scim_keys TO assay_system;
--> statement-breakpoint
ALTER TABLE scim_keys ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE scim_keys FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY scim_keys_of_tenant ON scim_keys TO assay_tenant
  USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
--> statement-breakpoint
CREATE POLICY scim_keys_of_system ON scim_keys TO assay_system USING (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON scim_users TO assay_tenant;
--> statement-breakpoint
ALTER TABLE scim_users ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE scim_users FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY scim_users_of_tenant ON scim_users TO assay_tenant
  USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON scim_groups TO assay_tenant;
--> statement-breakpoint
ALTER TABLE scim_groups ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE scim_groups FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY scim_groups_of_tenant ON scim_groups TO assay_tenant
  USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON scim_group_members TO assay_tenant;
--> statement-breakpoint
ALTER TABLE scim_group_members ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE scim_group_members FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY scim_group_members_of_tenant ON scim_group_members TO assay_tenant
  USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))
  WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
--> statement-breakpoint
CREATE TRIGGER sso_subjects_final BEFORE UPDATE ON sso_subjects FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
ALTER TABLE sso_subjects ENABLE ALWAYS TRIGGER sso_subjects_final;
