import { INVITATION_DELIVERIES, MAIL_KINDS, MAIL_STATES, ROLES, type Role } from "@assay/contract";
import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant, primaryId, tenantId } from "./columns.ts";
import { tenants } from "./tenancy.ts";

/** An offer of a membership, which exists only once the person has accepted. */
export const invitations = pgTable(
  "invitations",
  {
    id: primaryId(),
    tenantId: tenantId().references(() => tenants.id),
    email: text("email").notNull(),
    role: text("role", { enum: ROLES }).$type<Role>().notNull(),
    delivery: text("delivery", { enum: INVITATION_DELIVERIES }).notNull(),
    /** SHA-256 of each secret that opens it: of a mail, one for each attempt, as any of them may have arrived. */
    secretHashes: text("secret_hashes").array().notNull(),
    invitedBy: text("invited_by").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** Of the present link; a renewed one ends later. */
    expiresAt: instant("expires_at").notNull(),
    acceptedAt: instant("accepted_at"),
    acceptedBy: uuid("accepted_by"),
    withdrawnAt: instant("withdrawn_at"),
    withdrawnBy: text("withdrawn_by"),
  },
  (table) => [
    index("invitations_by_secret").using("gin", table.secretHashes),
    index("invitations_in_order").on(table.tenantId, table.createdAt, table.id),
    unique("invitations_tenant_id_id").on(table.tenantId, table.id),
    uniqueIndex("invitations_one_open")
      .on(table.tenantId, table.email)
      .where(sql`accepted_at is null and withdrawn_at is null`),
  ],
);

/** The outbox of mails. A row has no text and no secret: both are made when the mail is sent. */
export const mails = pgTable(
  "mails",
  {
    id: primaryId(),
    tenantId: tenantId().references(() => tenants.id),
    kind: text("kind", { enum: MAIL_KINDS }).notNull(),
    /** What the mail is about, by its kind. */
    subjectId: uuid("subject_id").notNull(),
    address: text("address").notNull(),
    state: text("state", { enum: MAIL_STATES }).notNull().default("PENDING"),
    attempts: integer("attempts").notNull().default(0),
    createdAt: instant("created_at").notNull().defaultNow(),
    sentAt: instant("sent_at"),
  },
  (table) => [index("mails_of_subject").on(table.tenantId, table.subjectId, table.createdAt)],
);
