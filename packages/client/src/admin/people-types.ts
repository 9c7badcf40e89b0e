import type { Role, Timestamp } from "../types.ts";

export interface Member {
  userId: string;
  email: string;
  role: Role;
  createdAt: Timestamp;
}

/** What somebody signs in with the first time and must change then. It is told once. */
export interface Invitation {
  password: string;
}

export interface InvitedMember {
  member: Member;
  /** Absent where the account is there already, or people set their passwords by mail. */
  invitation?: Invitation | undefined;
}

/** A key that acts as SUPER_ADMIN does not exist. */
export type ApiKeyRole = "VIEWER" | "MEMBER" | "ADMIN";
export type ApiKeyState = "IN_FORCE" | "EXPIRED" | "REVOKED";

export interface ApiKey {
  id: string;
  name: string;
  /** The first characters of the key, so that people can tell keys apart. */
  prefix: string;
  role: ApiKeyRole;
  /** A user's id, or `api-key:<id>`. */
  createdBy: string;
  /** The user's e-mail or the key's name; null for somebody who was never a member of the tenant. */
  createdByName: string | null;
  createdAt: Timestamp;
  expiresAt: Timestamp;
  revokedAt: Timestamp | null;
  /** To the minute. */
  lastUsedAt: Timestamp | null;
}

export interface NewApiKey {
  name: string;
  role: ApiKeyRole;
  /** At most a year away. */
  expiresAt: Timestamp;
}

/** `key` is told here and never again. */
export interface CreatedApiKey {
  apiKey: ApiKey;
  key: string;
}
