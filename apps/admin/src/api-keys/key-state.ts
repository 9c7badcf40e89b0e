import type { ApiKey } from "@assay/client/admin";
import { formatCount } from "@assay/site/format";
import type { Tone } from "@assay/ui";

const DAY_MS = 86_400_000;
/** From here on a key asks to be renewed. */
const SOON_DAYS = 14;

export interface KeyState {
  readonly label: string;
  readonly tone: Tone;
  /** Whether it still lets anybody in. */
  readonly inForce: boolean;
}

export function keyState({ expiresAt, revokedAt }: Pick<ApiKey, "expiresAt" | "revokedAt">, now: number): KeyState {
  if (revokedAt) return { label: "Revoked", tone: "neutral", inForce: false };
  const leftMs = Date.parse(expiresAt) - now;
  if (leftMs <= 0) return { label: "Expired", tone: "missing", inForce: false };
  const days = Math.floor(leftMs / DAY_MS);
  if (days >= SOON_DAYS) return { label: "Active", tone: "complete", inForce: true };
  const left = days === 0 ? "within a day" : `in ${formatCount(days, "day")}`;
  return { label: `Expires ${left}`, tone: "partial", inForce: true };
}
