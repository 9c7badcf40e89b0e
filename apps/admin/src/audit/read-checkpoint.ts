import type { KeptCheckpoint } from "@assay/client/admin";

export type ReadCheckpoint =
  | { readonly checkpoint: KeptCheckpoint; readonly of: number }
  | { readonly problem: string };

const WANTED = "choose one that was downloaded here as checkpoints";

/**
 * The checkpoint of a file that somebody kept: one checkpoint, or many as the console downloads them. Of many it is the
 * newest, which covers all that the others do.
 */
export function readCheckpoint(text: string): ReadCheckpoint {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: `This is not a JSON file: ${WANTED}` };
  }
  const given = listOf(value).filter(isCheckpoint);
  const [newest] = given.toSorted((a, b) => b.statement.sequence - a.statement.sequence);
  if (!newest) return { problem: `This file has no checkpoint: ${WANTED}` };
  const { statement, keyId, signature } = newest;
  return { checkpoint: { statement, keyId, signature }, of: given.length };
}

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  const inside = isRecord(value) ? value.checkpoints : undefined;
  return Array.isArray(inside) ? inside : [value];
}

function isCheckpoint(value: unknown): value is KeptCheckpoint {
  if (!isRecord(value) || !isRecord(value.statement)) return false;
  const { sequence, origin, tenantId, hash, createdAt } = value.statement;
  const texts = [origin, tenantId, hash, createdAt, value.keyId, value.signature];
  return Number.isInteger(sequence) && texts.every((each) => typeof each === "string");
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
