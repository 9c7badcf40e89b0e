import { SSO_ROLES } from "@assay/contract";
import { sql } from "drizzle-orm";
import { boolean, foreignKey, index, pgTable, primaryKey, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { bytes, instant, primaryId, tenantId } from "./columns.ts";
import { memberships, tenants } from "./tenancy.ts";

/** Where a tenant's people sign in. The client's secret is encrypted with a key that the database does not hold. */
export const identityProviders = pgTable(
  "identity_providers",
  {
    id: primaryId(),
    tenantId: tenantId().references(() => tenants.id),
    name: text("name").notNull(),
    issuer: text("issuer").notNull(),
    clientId: text("client_id").notNull(),
    secret: bytes("secret").notNull(),
    secretKeyId: text("secret_key_id").notNull(),
    /** Of who is made a member at the first sign-in. */
    defaultRole: text("default_role", { enum: SSO_ROLES }).notNull(),
    /** Values of `acr` or `amr` that prove a second factor. */
    secondFactors: text("second_factors").array().notNull().default(sql`'{}'`),
    active: boolean("active").notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("identity_providers_one_active").on(table.tenantId).where(sql`active`),
    index("identity_providers_in_order").on(table.tenantId, table.createdAt, table.id),
    unique("identity_providers_tenant_id_id").on(table.tenantId, table.id),
  ],
);

/** An e-mail domain that a tenant claims; proved, it is that tenant's alone. */
export const tenantDomains = pgTable(
  "tenant_domains",
  {
    id: primaryId(),
    tenantId: tenantId().references(() => tenants.id),
    /** Lower case, in ASCII. */
    domain: text("domain").notNull(),
    /** What the domain's TXT record must hold. */
    token: text("token").notNull(),
    provedAt: instant("proved_at"),
    /** A user's id, or `system` for an operator. */
    provedBy: text("proved_by"),
    createdBy: text("created_by").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [
    unique("tenant_domains_once").on(table.tenantId, table.domain),
    uniqueIndex("tenant_domains_proved").on(table.domain).where(sql`proved_at is not null`),
    index("tenant_domains_in_order").on(table.tenantId, table.createdAt, table.id),
  ],
);

/** Who signed in through a provider: the issuer's subject is the person, whatever their e-mail is later. */
export const ssoSubjects = pgTable(
  "sso_subjects",
  {
    tenantId: tenantId(),
    issuer: text("issuer").notNull(),
    subject: text("subject").notNull(),
    userId: uuid("user_id").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.issuer, table.subject] }),
    index("sso_subjects_of_user").on(table.tenantId, table.userId),
    foreignKey({
      name: "sso_subjects_membership",
      columns: [table.tenantId, table.userId],
      foreignColumns: [memberships.tenantId, memberships.userId],
    }),
  ],
);

/** Access for a directory, which makes and disables members: the key itself is shown once and kept as its SHA-256. */
export const scimKeys = pgTable(
  "scim_keys",
  {
    id: primaryId(),
    tenantId: tenantId().references(() => tenants.id),
    name: text("name").notNull(),
    /** The first characters, so that people can distinguish keys. */
    prefix: text("prefix").notNull(),
    keyHash: text("key_hash").notNull().unique(),
    createdBy: text("created_by").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    revokedAt: instant("revoked_at"),
    lastUsedAt: instant("last_used_at"),
  },
  (table) => [
    unique("scim_keys_tenant_id_id").on(table.tenantId, table.id),
    index("scim_keys_in_order").on(table.tenantId, table.createdAt, table.id),
  ],
);

/** A person as a directory says; a member from their first sign-in on. */
export const scimUsers = pgTable(
  "scim_users",
  {
    id: primaryId(),
    tenantId: tenantId().references(() => tenants.id),
    /** As the directory writes it; compared without regard to case. */
    userName: text("user_name").notNull(),
    /** Lower case: what the provider must vouch for at the first sign-in. */
    email: text("email").notNull(),
    externalId: text("external_id"),
    displayName: text("display_name"),
    givenName: text("given_name"),
    familyName: text("family_name"),
    active: boolean("active").notNull(),
    /** Null until the first sign-in. */
    userId: uuid("user_id"),
    /** The directory's key, as `scim-key:<id>`. */
    createdBy: text("created_by").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [
    unique("scim_users_tenant_id_id").on(table.tenantId, table.id),
    uniqueIndex("scim_users_by_name").on(table.tenantId, sql`lower(${table.userName})`),
    uniqueIndex("scim_users_by_email").on(table.tenantId, table.email),
    index("scim_users_by_external_id").on(table.tenantId, table.externalId),
    index("scim_users_in_order").on(table.tenantId, table.createdAt, table.id),
    uniqueIndex("scim_users_of_user").on(table.tenantId, table.userId).where(sql`user_id is not null`),
    foreignKey({
      name: "scim_users_membership",
      columns: [table.tenantId, table.userId],
      foreignColumns: [memberships.tenantId, memberships.userId],
    }),
  ],
);

/** A group of a directory. It gives the role that an ADMIN mapped it to, and none until then. */
export const scimGroups = pgTable(
  "scim_groups",
  {
    id: primaryId(),
    tenantId: tenantId().references(() => tenants.id),
    displayName: text("display_name").notNull(),
    externalId: text("external_id"),
    role: text("role", { enum: SSO_ROLES }),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [
    unique("scim_groups_tenant_id_id").on(table.tenantId, table.id),
    unique("scim_groups_once").on(table.tenantId, table.displayName),
    index("scim_groups_in_order").on(table.tenantId, table.createdAt, table.id),
  ],
);

export const scimGroupMembers = pgTable(
  "scim_group_members",
  {
    tenantId: tenantId(),
    groupId: uuid("group_id").notNull(),
    scimUserId: uuid("scim_user_id").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.groupId, table.scimUserId] }),
    index("scim_group_members_of_user").on(table.tenantId, table.scimUserId),
    foreignKey({
      name: "scim_group_members_group",
      columns: [table.tenantId, table.groupId],
      foreignColumns: [scimGroups.tenantId, scimGroups.id],
    }).onDelete("cascade"),
    foreignKey({
      name: "scim_group_members_user",
      columns: [table.tenantId, table.scimUserId],
      foreignColumns: [scimUsers.tenantId, scimUsers.id],
    }).onDelete("cascade"),
  ],
);
