import { randomBytes, randomUUID } from "node:crypto";
import { AssayError, isStorableText, isUuid } from "@assay/contract";
import { z } from "zod";
import type { OpenState } from "./open-state.ts";
import { SAME_PASSWORD } from "./password-issue.ts";
import type { Passwords } from "./passwords.ts";

export interface LocalUser {
  readonly id: string;
  /** Lower case. */
  readonly email: string;
  readonly tenantId: string | null;
  /** ISO 8601. */
  readonly createdAt: string;
  /** The password is one that somebody else has seen. */
  readonly mustChangePassword: boolean;
}

const storedUser = z.object({
  id: z.string(),
  email: z.string(),
  tenantId: z.string().nullable(),
  createdAt: z.string(),
  /** Empty for somebody who signs in through their provider alone: the e-mail then finds no account. */
  passwordHash: z.string(),
  /** Until the first sign-in. */
  invited: z.boolean().optional(),
  /** Absent for accounts made before there was such a mark. */
  mustChangePassword: z.boolean().optional(),
  /** False where nobody has shown yet that the address is theirs. Absent for accounts made before there was such a mark. */
  addressProved: z.boolean().optional(),
});
type StoredUser = z.infer<typeof storedUser>;

export type Users = Awaited<ReturnType<typeof openUsers>>;

const EMAIL = /^[^\s@]+@[^\s@]+$/;
const EMAIL_LENGTH_MAX = 320;
const INVITATION_BYTES = 15;
const PASSWORD_LENGTH = { min: 8, max: 1024 };
const PASSWORD_RULE = "must have 8 to 1024 characters and no NUL";
const FIRST = { invited: true, mustChangePassword: true };

export async function openUsers({
  openState,
  now,
  passwords,
}: {
  openState: OpenState;
  now: () => Date;
  passwords: Passwords;
}) {
  const file = await openState("users", z.array(storedUser), (): StoredUser[] => []);
  const findStored = (email: string) =>
    file.read().find((user) => hasPassword(user) && user.email === normalise(email));

  return {
    /** Takes over what other processes wrote. */
    takeOver: () => file.refresh(),

    find(id: string): LocalUser | undefined {
      const user = file.read().find((each) => each.id === id);
      return user && toPublic(user);
    },

    findByEmail(email: string): LocalUser | undefined {
      const user = findStored(email);
      return user && toPublic(user);
    },

    /** Returns the user whose password this is. */
    async authenticate(email: string, password: string): Promise<LocalUser | undefined> {
      const user = findStored(email);
      const matches = await passwords.matches(password, user?.passwordHash);
      if (!user || !matches) return undefined;
      if (user.invited)
        await file.update((users) => {
          for (const each of users) if (each.id === user.id) delete each.invited;
        });
      return toPublic(user);
    },

    async create(input: { id?: string; email: string; password: string; tenantId: string | null }) {
      const { id = randomUUID(), tenantId } = input;
      const email = normalise(input.email);
      assertValid("id", isUuid(id), "must be a lowercase UUID");
      assertValid("email", isEmail(email), `must be an e-mail address of at most ${EMAIL_LENGTH_MAX} characters`);
      assertValid("password", isPassword(input.password), PASSWORD_RULE);
      assertTenantId(tenantId);
      const passwordHash = await passwords.hash(input.password);
      return file.update((users) => {
        if (users.some((user) => (hasPassword(user) && user.email === email) || user.id === id)) {
          throw new AssayError("INVALID_STATE", "Cannot create the user because the e-mail or the id is already used", {
            details: { email, id },
          });
        }
        const user = { id, email, tenantId, createdAt: now().toISOString(), passwordHash };
        users.push(user);
        return toPublic(user);
      });
    },

    /**
     * Makes the user with a password of their own choice. Undefined where the address has a user, unless it `isProved` now
     * and that user never proved it: an address is nobody's until then.
     */
    async register(given: {
      email: string;
      password: string;
      tenantId: string;
      isProved: boolean;
    }): Promise<{ user: LocalUser; takenOver: boolean } | undefined> {
      const { tenantId, isProved } = given;
      const email = normalise(given.email);
      assertValid("email", isEmail(email), `must be an e-mail address of at most ${EMAIL_LENGTH_MAX} characters`);
      assertValid("password", isPassword(given.password), PASSWORD_RULE);
      assertTenantId(tenantId);
      const passwordHash = await passwords.hash(given.password);
      return file.update((users) => {
        const known = users.find((user) => hasPassword(user) && user.email === email);
        if (known && !(isProved && known.addressProved === false)) return undefined;
        const own = { passwordHash, addressProved: isProved, mustChangePassword: false };
        if (known) return { user: toPublic(Object.assign(known, own)), takenOver: true };
        const user = { id: randomUUID(), email, tenantId, createdAt: now().toISOString(), ...own };
        users.push(user);
        return { user: toPublic(user), takenOver: false };
      });
    },

    /**
     * Makes the user with a password of ours, which is answered. One of the tenant who has never signed in gets another;
     * one without a tenant gets this one; any other stays as it is.
     */
    async findOrInvite(
      given: string,
      tenantId: string,
    ): Promise<{ userId: string; tenantId: string; password?: string }> {
      const email = normalise(given);
      assertValid("email", isEmail(email), `must be an e-mail address of at most ${EMAIL_LENGTH_MAX} characters`);
      assertTenantId(tenantId);
      const password = newPassword();
      const passwordHash = await passwords.hash(password);
      return file.update((users) => {
        const same = users.filter((user) => user.email === email);
        const known = same.find(hasPassword) ?? same.find((user) => user.tenantId === tenantId);
        if (!known) {
          const id = randomUUID();
          users.push({ id, email, tenantId, createdAt: now().toISOString(), passwordHash, ...FIRST });
          return { userId: id, tenantId, password };
        }
        known.tenantId ??= tenantId;
        const account = { userId: known.id, tenantId: known.tenantId };
        if (!known.invited || known.tenantId !== tenantId) return account;
        Object.assign(known, { passwordHash, ...FIRST });
        return { ...account, password };
      });
    },

    /** The user of a membership that single sign-on made; one who is known already stays as they are. */
    async findOrAdmit({ id, email, tenantId }: { id: string; email: string; tenantId: string }): Promise<void> {
      if (file.read().some((user) => user.id === id)) return;
      await file.update((users) => {
        if (users.some((user) => user.id === id)) return;
        users.push({ id, email: normalise(email), tenantId, createdAt: now().toISOString(), passwordHash: "" });
      });
    },

    /** False of accounts that a company's provider opens alone. */
    hasPassword: (userId: string): boolean => file.read().some((user) => user.id === userId && hasPassword(user)),

    /** Sets the user's own choice. Throws AssayError VALIDATION_ERROR on `password`. The user must exist. */
    async setPassword(userId: string, password: string): Promise<void> {
      assertValid("password", isPassword(password), PASSWORD_RULE);
      const known = file.read().find((user) => user.id === userId);
      const same = await passwords.matches(password, known?.passwordHash);
      assertValid("password", !same, SAME_PASSWORD);
      const passwordHash = await passwords.hash(password);
      await file.update((users) => {
        for (const user of users)
          if (user.id === userId) Object.assign(user, { passwordHash, mustChangePassword: false });
      });
    },

    /**
     * Sets what the user chose in place of a lost one, once `record` has recorded it: a password that is set without an
     * entry would be the worse fault. False for a user without a password. Throws AssayError VALIDATION_ERROR on `password`.
     */
    async choosePassword(userId: string, password: string, record: () => Promise<void>): Promise<boolean> {
      assertValid("password", isPassword(password), PASSWORD_RULE);
      if (!file.read().some((user) => user.id === userId && hasPassword(user))) return false;
      const passwordHash = await passwords.hash(password);
      await record();
      await file.update((users) => {
        for (const user of users)
          if (user.id === userId) Object.assign(user, { passwordHash, mustChangePassword: false, invited: false });
      });
      return true;
    },

    /** Sets a password of ours, which is returned and must be changed. Undefined for a user who is not known. */
    async resetPassword(userId: string): Promise<string | undefined> {
      const password = newPassword();
      const passwordHash = await passwords.hash(password);
      return file.update((users) => {
        const user = users.find((each) => each.id === userId);
        if (!user || !hasPassword(user)) return undefined;
        Object.assign(user, { passwordHash, mustChangePassword: true });
        return password;
      });
    },

    remove: (userId: string): Promise<void> =>
      file.update((users) => {
        const at = users.findIndex(({ id }) => id === userId);
        if (at >= 0) users.splice(at, 1);
      }),

    async setTenant(userId: string, tenantId: string | null) {
      assertTenantId(tenantId);
      return file.update((users) => {
        const user = users.find((each) => each.id === userId);
        if (user === undefined) {
          throw new AssayError("NOT_FOUND", "Cannot change the user because no user has this id", {
            details: { id: userId },
          });
        }
        user.tenantId = tenantId;
        return toPublic(user);
      });
    },
  };
}

const newPassword = () => randomBytes(INVITATION_BYTES).toString("base64url");

const hasPassword = ({ passwordHash }: StoredUser) => passwordHash !== "";

const normalise = (email: string) => email.trim().toLowerCase();

const isEmail = (email: string) => email.length <= EMAIL_LENGTH_MAX && EMAIL.test(email) && isStorableText(email);

const isPassword = (password: string) =>
  password.length >= PASSWORD_LENGTH.min && password.length <= PASSWORD_LENGTH.max && isStorableText(password);

const toPublic = ({ id, email, tenantId, createdAt, mustChangePassword = false }: StoredUser): LocalUser => ({
  id,
  email,
  tenantId,
  createdAt,
  mustChangePassword,
});

function assertTenantId(tenantId: string | null): void {
  assertValid("tenantId", tenantId === null || isUuid(tenantId), "must be a lowercase UUID or null");
}

function assertValid(field: string, valid: boolean, issue: string): void {
  if (valid) return;
  throw new AssayError("VALIDATION_ERROR", `Cannot store the user because '${field}' ${issue}`, {
    details: { issues: [{ field, issue }] },
  });
}
