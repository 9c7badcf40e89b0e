import { SIGN_OFF_ROLES, type SignOff, type SignOffPayload, type SignOffRole } from "@assay/contract";
import type { signOffs } from "@assay/db";

/** With the salt of the signer's name; null once it is erased. */
export type SignOffRow = typeof signOffs.$inferSelect & { readonly nameSalt: string | null };

export function toSignOff(row: SignOffRow, valid: boolean): SignOff {
  // In version 1 the name was signed: it stays, whatever became of the row's.
  const { signerName = row.signerName, version } = JSON.parse(row.payload) as SignOffPayload;
  return {
    id: row.id,
    runId: row.runId,
    sequence: row.sequence,
    act: row.act,
    role: row.role,
    statement: row.statement,
    signerId: row.signerId,
    signerName,
    nameSalt: version === 2 ? row.nameSalt : null,
    signerRole: row.signerRole,
    standing: stands(row),
    withdrawnById: row.withdrawnById,
    valid,
    payload: row.payload,
    signature: row.signature,
    keyId: row.keyId,
    createdAt: row.createdAt.toISOString(),
  };
}

/** Whether it is a signature that no later act has ended. */
export function stands({ act, withdrawnById }: Pick<SignOffRow, "act" | "withdrawnById">): boolean {
  return act === "SIGNED" && withdrawnById === null;
}

/** Returns the signature that represents a role. */
export function findStanding(rows: readonly SignOffRow[], role: SignOffRole): SignOffRow | undefined {
  return rows.find((row) => row.role === role && stands(row));
}

/** The last role whose signature is. */
export function signedAs(rows: readonly SignOffRow[]): SignOffRole | null {
  return SIGN_OFF_ROLES.findLast((role) => findStanding(rows, role)) ?? null;
}

/** Which act ended each signature, by what was signed: the column next to a signature proves nothing. */
export function endedBy(acts: readonly Pick<SignOffRow, "payload">[]): ReadonlyMap<string, string> {
  const payloads = acts.map(({ payload }) => JSON.parse(payload) as Pick<SignOffPayload, "signOffId" | "withdraws">);
  return new Map(payloads.flatMap(({ signOffId, withdraws }) => withdraws.map((id) => [id, signOffId] as const)));
}
