import { canonicalJson, type SignOffAct, type SignOffPayload } from "@assay/contract";
import { newId, oneRow, signOffs, type Transaction } from "@assay/db";
import { and, eq } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import { signText } from "../audit/sign-text.ts";
import { sha256Hex } from "../digest.ts";
import type { Proof } from "../ports/identity.ts";
import type { Signer } from "../ports/signer.ts";
import type { Context } from "../tenancy/context.ts";
import type { ActingPerson } from "../tenancy/require-act-of-person.ts";
import type { LockedRun } from "./lock-run.ts";
import { digestName } from "./name-digest.ts";
import { findSignerChanges } from "./signer-changes.ts";
import type { SignOffRow } from "./to-sign-off.ts";
import { readWhatIsSigned } from "./what-is-signed.ts";

export interface SignOffServices {
  readonly signer: Signer;
}

export interface NewAct {
  readonly act: SignOffAct;
  readonly role: SignOffRow["role"];
  readonly statement: string;
  readonly person: ActingPerson;
  /** By which they were let in. */
  readonly proof: Proof | undefined;
  /** The acts of the run before this one. */
  readonly earlier: readonly SignOffRow[];
  /** Those of them whose signature it ends. */
  readonly ends: readonly SignOffRow[];
}

const ACTIONS = {
  SIGNED: "run.signed",
  DECLINED: "sign_off.declined",
  WITHDRAWN: "sign_off.withdrawn",
} as const satisfies Record<SignOffAct, string>;

/** Signs an act, stores it and records it; the run must be locked. Call it last in a transaction, but for what is announced before. */
export async function addAct(
  tx: Transaction,
  { signer }: SignOffServices,
  run: LockedRun,
  { act, role, statement, person, proof, earlier, ends }: NewAct,
): Promise<SignOffRow> {
  const payload: SignOffPayload = {
    ...(await readWhatIsSigned(tx, run)),
    origin: "assay/sign-off/v2",
    signOffId: newId(),
    version: 2,
    sequence: (earlier.at(-1)?.sequence ?? 0) + 1,
    act,
    role,
    withdraws: ends.map(({ id }) => id),
    signerId: person.userId,
    nameDigest: await digestName(person.nameSalt, person.email),
    signerRole: person.role,
    ...describeProof(proof),
    signerChanges: await findSignerChanges(tx, { tenantId: run.tenantId, userId: person.userId, now: run.now }),
    ...(person.addressProof !== null && { addressProof: person.addressProof }),
    ...(person.isAddressProved ? {} : { address: "UNPROVED" as const }),
    ...(!person.isAddressProved && person.invitedBy !== null && { invitedBy: person.invitedBy }),
    statement,
    signedAt: run.now.toISOString(),
  };
  const text = canonicalJson(payload);
  const row = oneRow(
    await tx
      .insert(signOffs)
      .values({
        id: payload.signOffId,
        tenantId: run.tenantId,
        runId: run.id,
        sequence: payload.sequence,
        act,
        role,
        statement,
        signerId: person.userId,
        signerName: person.email,
        signerRole: person.role,
        payload: text,
        signature: await signText(signer, text),
        keyId: signer.keyId,
        createdAt: run.now,
      })
      .returning(),
  );
  // The latest first: the database lets no signature end while a later one is.
  for (const { id } of ends.toReversed())
    await tx
      .update(signOffs)
      .set({ withdrawnById: row.id })
      .where(and(eq(signOffs.tenantId, run.tenantId), eq(signOffs.id, id)));
  return { ...row, nameSalt: person.nameSalt };
}

export async function recordAct(tx: Transaction, ctx: Context, row: SignOffRow, snapshotHash: string): Promise<void> {
  await recordAudit(tx, ctx, {
    action: ACTIONS[row.act],
    objectType: "sign_off",
    objectId: row.id,
    runId: row.runId,
    details: { role: row.role, signOffHash: await sha256Hex(row.payload), snapshotHash },
  });
}

function describeProof(proof: Proof | undefined) {
  if (!proof) return {};
  const { factor, at, enrolledAt } = proof;
  return {
    assurance: factor,
    assuredAt: at.toISOString(),
    ...(enrolledAt && { factorEnrolledAt: enrolledAt.toISOString() }),
  };
}
