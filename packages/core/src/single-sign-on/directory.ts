import { SignOnError, type SsoRole } from "@assay/contract";
import {
  type Database,
  identityProviders,
  memberships,
  newId,
  ssoSubjects,
  type Transaction,
  tenantDomains,
  tenants,
} from "@assay/db";
import { and, eq, isNotNull, sql } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import { sha256Hex } from "../digest.ts";
import type { SecretBox } from "../ports/secret-box.ts";
import type { Admitted, SignedOn, SsoCaller, SsoDirectory, SsoProvider } from "../ports/sign-on.ts";
import { type DirectoryInvitation, findDirectoryInvitation, isLeftOut, linkToDirectory } from "../scim/invitations.ts";
import { restoreMember } from "../scim/memberships.ts";
import { systemActor } from "../tenancy/context.ts";
import { inTenant, readInSystem } from "../tenancy/transact.ts";
import { isDomainProved } from "./is-domain-proved.ts";
import { lockSignOns } from "./lock-sign-ons.ts";
import { contextOfProvider } from "./provider-secrets.ts";

type ProviderRow = typeof identityProviders.$inferSelect;

/** Whose people sign in where, by the database. */
export function createSsoDirectory(db: Database, secretBox: SecretBox | undefined): SsoDirectory {
  async function open(row: ProviderRow | undefined): Promise<SsoProvider | undefined> {
    if (!row) return undefined;
    const { id, tenantId, issuer, clientId, secondFactors } = row;
    const sealed = { keyId: row.secretKeyId, bytes: row.secret };
    const clientSecret = await secretBox?.open(sealed, contextOfProvider(row));
    return clientSecret === undefined ? undefined : { id, tenantId, issuer, clientId, clientSecret, secondFactors };
  }

  return {
    async findByDomain(domain) {
      const [owner] = await readInSystem(db, (tx) =>
        tx
          .select({ tenantId: tenantDomains.tenantId })
          .from(tenantDomains)
          .where(and(eq(tenantDomains.domain, domain), isNotNull(tenantDomains.provedAt))),
      );
      return owner && open(await inTenant({ db, ...owner }, (tx) => findActive(tx, owner.tenantId)));
    },

    async find({ tenantId, id }) {
      const row = await inTenant({ db, tenantId }, (tx) => findActive(tx, tenantId));
      return row?.id === id ? open(row) : undefined;
    },

    async isSecond({ tenantId, id }, shown) {
      const row = await inTenant({ db, tenantId }, (tx) => findActive(tx, tenantId));
      return row?.id === id && row.secondFactors.some((value) => shown.includes(value));
    },

    admit: (provider, person, caller) =>
      inTenant({ db, tenantId: provider.tenantId }, (tx) => admit(tx, provider, person, caller)),
  };
}

async function findActive(tx: Transaction, tenantId: string): Promise<ProviderRow | undefined> {
  const [row] = await tx
    .select({ provider: identityProviders })
    .from(identityProviders)
    .innerJoin(tenants, eq(tenants.id, identityProviders.tenantId))
    .where(
      and(eq(identityProviders.tenantId, tenantId), eq(identityProviders.active, true), eq(tenants.status, "ACTIVE")),
    );
  return row?.provider;
}

async function admit(
  tx: Transaction,
  provider: SsoProvider,
  person: SignedOn,
  caller: SsoCaller | undefined,
): Promise<Admitted> {
  await lockSignOns(tx, provider.tenantId);
  const shown = provider.secondFactors.filter((value) => person.methods.includes(value));
  return { ...(await findOrMake(tx, provider, person, caller)), shown };
}

async function findOrMake(
  tx: Transaction,
  { tenantId, id }: SsoProvider,
  person: SignedOn,
  caller: SsoCaller | undefined,
): Promise<Omit<Admitted, "shown">> {
  const known = await findSubject(tx, tenantId, person);
  if (known) {
    if (known.revokedAt) await returnToDirectory(tx, tenantId, known.userId, person.email);
    if (caller && caller.userId !== known.userId) throw new SignOnError("ANOTHER_PERSON");
    return { userId: known.userId, email: known.email };
  }
  const { email } = person;
  if (email === undefined) throw new SignOnError("EMAIL_NOT_VERIFIED");
  if (!(await isDomainProved(tx, tenantId, email))) throw new SignOnError("DOMAIN_NOT_PROVED");
  const invitation = await findDirectoryInvitation(tx, tenantId, email);
  const joined = await joinMember(tx, tenantId, email, { caller, isInvited: invitation !== undefined });
  const userId = joined ?? (await makeMember(tx, { tenantId, id }, email, invitation));
  const { issuer, subject } = person;
  await tx.insert(ssoSubjects).values({ tenantId, issuer, subject, userId });
  await recordAudit(tx, systemActor(tenantId), {
    action: caller ? "member.sign_on_connected" : "member.provisioned",
    objectType: "member",
    objectId: userId,
    details: { urlHash: await sha256Hex(issuer), textHash: await sha256Hex(subject) },
  });
  return { userId, email };
}

async function findSubject(tx: Transaction, tenantId: string, { issuer, subject }: SignedOn) {
  const { userId, email, revokedAt } = memberships;
  const [row] = await tx
    .select({ userId, email, revokedAt })
    .from(ssoSubjects)
    .innerJoin(memberships, and(eq(memberships.tenantId, ssoSubjects.tenantId), eq(userId, ssoSubjects.userId)))
    .where(
      and(
        eq(ssoSubjects.tenantId, tenantId),
        eq(memberships.tenantId, tenantId),
        eq(ssoSubjects.issuer, issuer),
        eq(ssoSubjects.subject, subject),
      ),
    );
  return row;
}

/**
 * The member with this e-mail, if it is who is signed in. Nobody else's account is ever taken by an address: anyone who runs the
 * provider could name any. One who was removed stays so until an administrator or a directory invites them again.
 */
async function joinMember(
  tx: Transaction,
  tenantId: string,
  email: string,
  { caller, isInvited }: { readonly caller: SsoCaller | undefined; readonly isInvited: boolean },
): Promise<string | undefined> {
  const { userId, revokedAt } = memberships;
  const members = await tx
    .select({ userId, revokedAt })
    .from(memberships)
    .where(and(eq(memberships.tenantId, tenantId), eq(sql`lower(${memberships.email})`, email)));
  const active = members.find((member) => !member.revokedAt);
  if (active && caller?.mayJoin && caller.userId === active.userId) return active.userId;
  if (active) throw new SignOnError("ACCOUNT_EXISTS");
  if (members.length > 0 && !isInvited) throw new SignOnError("MEMBERSHIP_ENDED");
  if (caller) throw new SignOnError("ANOTHER_PERSON");
  return undefined;
}

/** A new member, always: an address may come to be another person's, an earlier member's record never. */
async function makeMember(
  tx: Transaction,
  { tenantId, id }: Pick<SsoProvider, "tenantId" | "id">,
  email: string,
  invitation: DirectoryInvitation | undefined,
): Promise<string> {
  const [provider] = await tx
    .select({ role: identityProviders.defaultRole })
    .from(identityProviders)
    .where(and(eq(identityProviders.tenantId, tenantId), eq(identityProviders.id, id)));
  if (!provider) throw new SignOnError("PROVIDER_REFUSED");
  if (!invitation && (await isLeftOut(tx, tenantId, email))) throw new SignOnError("NOT_IN_DIRECTORY");
  const role: SsoRole = invitation?.role ?? provider.role;
  const invitedBy = invitation?.invitedBy ?? `identity-provider:${id}`;
  const userId = newId();
  await tx.insert(memberships).values({ tenantId, userId, email, role, invitedBy, addressProof: "SSO" });
  if (invitation) await linkToDirectory(tx, tenantId, invitation.scimUserId, userId);
  return userId;
}

/** A member who was removed is one again where a directory has made them again. Throws SignOnError for any other. */
async function returnToDirectory(tx: Transaction, tenantId: string, userId: string, email: string | undefined) {
  const isOwn = email !== undefined && (await isDomainProved(tx, tenantId, email));
  const invitation = isOwn ? await findDirectoryInvitation(tx, tenantId, email) : undefined;
  if (!invitation) throw new SignOnError("MEMBERSHIP_ENDED");
  const { scimUserId } = invitation;
  await linkToDirectory(tx, tenantId, scimUserId, userId);
  await restoreMember(tx, systemActor(tenantId), { userId, scimUserId });
}
