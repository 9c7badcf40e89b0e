import { CONNECTION_TOKEN_START } from "@assay/contract";
import { sha256Hex } from "../digest.ts";
import { newSecret } from "../new-secret.ts";

const REFRESH_START = `${CONNECTION_TOKEN_START}refresh_`;
const REFRESH_TOKEN = new RegExp(`^${REFRESH_START}([\\w-]{43})\\.([\\w-]{43})$`);

export const ACCESS_SECONDS = 600;

export interface ConnectionTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresInSeconds: number;
}

/** New tokens of a family, or of a new one, with the hashes that are stored. */
export async function makeTokens(family = newSecret()) {
  const secret = newSecret();
  const tokens: ConnectionTokens = {
    accessToken: `${CONNECTION_TOKEN_START}${newSecret()}`,
    refreshToken: `${REFRESH_START}${family}.${secret}`,
    expiresInSeconds: ACCESS_SECONDS,
  };
  const [familyHash, refreshHash, accessHash] = await Promise.all([family, secret, tokens.accessToken].map(sha256Hex));
  return { tokens, hashes: { familyHash: familyHash!, refreshHash: refreshHash!, accessHash: accessHash! } };
}

/** The two parts of a refresh token; undefined for any other text. */
export function readRefreshToken(token: string): { family: string; secret: string } | undefined {
  const [, family, secret] = REFRESH_TOKEN.exec(token) ?? [];
  return family && secret ? { family, secret } : undefined;
}
