import { erasedName } from "@assay/contract";
import { type SQL, sql } from "drizzle-orm";
import { sha256Hex } from "../digest.ts";
import { nameDigestOf } from "../records/index.ts";

/** What proves a name: nobody can find a name by its digest alone, or confirm one, once the salt is destroyed. */
export function digestName(salt: string, name: string): Promise<string> {
  return sha256Hex(`${salt}\n${name}`);
}

interface Named {
  readonly signerId: string;
  readonly signerName: string;
  readonly payload: string;
  readonly nameSalt: string | null;
}

/** Whether the name next to a payload is the one that was signed, or what it became when it was erased. */
export async function isNameSigned({ signerId, signerName, payload, nameSalt }: Named): Promise<boolean> {
  const digest = nameDigestOf({ payload });
  // A payload of version 1 holds the name itself.
  if (digest === undefined) return true;
  if (nameSalt === null) return signerName === erasedName(signerId);
  return (await digestName(nameSalt, signerName)) === digest;
}

/** As a column of a statement about sign-offs: the salt of the signer's name, null once it is erased. */
export function saltOfSigner(tenantId: string): SQL<string | null> {
  return sql<string | null>`(
    select signer.name_salt from memberships signer
    where signer.tenant_id = ${tenantId} and signer.user_id = sign_offs.signer_id)`;
}
