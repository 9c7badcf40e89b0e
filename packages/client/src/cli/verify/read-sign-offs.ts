import type { Review, SignOff } from "../../generated/types.ts";
import {
  type SignOffKey,
  type SignOffListOptions,
  type SignOffListVerification,
  verifySignOffs,
} from "../../verify/index.ts";
import { usageError } from "../exit-codes.ts";
import { readServiceList } from "./read-service-list.ts";

export interface SignOffFiles {
  readonly "sign-offs"?: string | undefined;
  readonly keys?: string | undefined;
  readonly reviews?: string | undefined;
  /** Needs the keys, too. */
  readonly manifests?: string | undefined;
}

/** Checks the signatures of a file against a snapshot; undefined where none is named. Throws for files that are something else. */
export async function readAndVerifySignOffs(
  { "sign-offs": list, keys, reviews: reviewList, manifests }: SignOffFiles,
  signed: SignOffListOptions,
): Promise<SignOffListVerification | undefined> {
  const isForManifests = keys === undefined || manifests !== undefined;
  if (list === undefined && reviewList === undefined && isForManifests) return undefined;
  if (list === undefined || keys === undefined) throw usageError("--sign-offs and --keys belong together");
  const signOffs = await readServiceList<SignOff>(list, "signOffs", ["payload", "signature", "keyId"]);
  const reviews =
    reviewList === undefined
      ? undefined
      : await readServiceList<Review>(reviewList, "reviews", ["requirementId", "decision", "reviewerId", "createdAt"]);
  return verifySignOffs(signOffs, await readKeys(keys), { ...signed, reviews });
}

/** The public keys of the service, as it serves them; each of 32 bytes in base64url, of another id. */
export async function readKeys(path: string): Promise<readonly SignOffKey[]> {
  const keys = await readServiceList<SignOffKey>(path, "keys", ["kid", "x"]);
  const isKey = ({ x }: SignOffKey) => Buffer.from(x, "base64url").toString("base64url") === x && x.length === 43;
  if (!keys.every(isKey) || new Set(keys.map(({ kid }) => kid)).size !== keys.length)
    throw usageError(`Cannot read '${path}': each key is 32 bytes in base64url, with an id of its own`);
  return keys;
}
