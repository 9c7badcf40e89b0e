import { readFile } from "node:fs/promises";
import type { Review, SignOff } from "../../generated/types.ts";
import {
  type SignOffKey,
  type SignOffListOptions,
  type SignOffListVerification,
  verifySignOffs,
} from "../../verify/index.ts";
import { usageError } from "../exit-codes.ts";

export interface SignOffFiles {
  readonly "sign-offs"?: string | undefined;
  readonly keys?: string | undefined;
  readonly reviews?: string | undefined;
}

/** Checks the signatures of a file against a snapshot; undefined where none is named. Throws for files that are something else. */
export async function readAndVerifySignOffs(
  { "sign-offs": list, keys, reviews: reviewList }: SignOffFiles,
  signed: SignOffListOptions,
): Promise<SignOffListVerification | undefined> {
  if (list === undefined && keys === undefined && reviewList === undefined) return undefined;
  if (list === undefined || keys === undefined) throw usageError("--sign-offs and --keys belong together");
  const signOffs = await readList<SignOff>(list, "signOffs", ["payload", "signature", "keyId"]);
  const reviews =
    reviewList === undefined
      ? undefined
      : await readList<Review>(reviewList, "reviews", ["requirementId", "decision", "reviewerId", "createdAt"]);
  return verifySignOffs(signOffs, await readList<SignOffKey>(keys, "keys", ["kid", "x"]), { ...signed, reviews });
}

/** A list in a file, by itself or under its name, as the service replies with it. */
async function readList<T>(path: string, name: string, fields: readonly (keyof T)[]): Promise<readonly T[]> {
  const text = await readFile(path, "utf8");
  try {
    const value = JSON.parse(text) as T[] | Record<string, T[]>;
    const list = Array.isArray(value) ? value : value[name];
    if (list?.every((each) => fields.every((field) => typeof each[field] === "string"))) return list;
  } catch {
    // What it is not is said below, for both reasons.
  }
  throw usageError(`Cannot read '${path}': it must hold '${name}' as the service lists them`);
}
