import { readFile } from "node:fs/promises";
import { canonicalJson } from "../../verify/canonical-json.ts";
import { usageError } from "../exit-codes.ts";
import { isSigned } from "./keep-checkpoint.ts";
import type { Witnessed } from "./witness-folder.ts";

export interface ReadWitnessed {
  /** In the order of the file, the newest last. */
  readonly kept: readonly Witnessed[];
  /** Entries of checkpoints that this witness did not cosign as they are. */
  readonly forged: readonly number[];
}

/** A tenant's file of a witness, or its answer to `GET /checkpoints/<tenant>`, compared with the witness's public key. */
export async function readWitnessed(path: string, x: string): Promise<ReadWitnessed> {
  const kept = parse(await readFile(path, "utf8"));
  if (!kept)
    throw usageError(
      `Cannot read '${path}': it must be a tenant's file of a witness, or what it answers for the tenant`,
    );
  const forged: number[] = [];
  for (const { statement, keyId, signature, witnessedAt, resumedWith, cosignature } of kept) {
    const text = canonicalJson({ statement, keyId, signature, witnessedAt, resumedWith });
    if (!(await isSigned({ x }, cosignature, text))) forged.push(statement.sequence);
  }
  return { kept, forged };
}

function parse(text: string): Witnessed[] | undefined {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  try {
    const values = lines.map((line) => JSON.parse(line) as { checkpoints?: Witnessed[] } & Witnessed);
    const kept = values.flatMap((value) => value.checkpoints ?? [value]);
    return kept.length > 0 && kept.every(isWitnessed) ? kept : undefined;
  } catch {
    return undefined;
  }
}

function isWitnessed({ statement, keyId, signature, witnessedAt, resumedWith, cosignature }: Witnessed): boolean {
  const texts = [keyId, signature, witnessedAt, cosignature, statement?.hash];
  return texts.every((each) => typeof each === "string") && Array.isArray(resumedWith);
}
