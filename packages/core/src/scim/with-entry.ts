import { isUuid } from "@assay/contract";
import type { Transaction } from "@assay/db";
import { lockSignOns } from "../single-sign-on/lock-sign-ons.ts";
import type { Context } from "../tenancy/context.ts";
import { inTenant } from "../tenancy/transact.ts";
import { unknownInDirectory } from "./refusals.ts";

interface Finding<Row, T> {
  readonly what: "user" | "group";
  readonly find: (tx: Transaction) => Promise<readonly Row[]>;
  readonly act: (tx: Transaction, row: Row) => Promise<T>;
}

/** Acts on one of the directory while no other change of it is made. Throws NOT_FOUND, the same for another tenant's. */
export async function withEntry<Row, T>(ctx: Context, id: string, { what, find, act }: Finding<Row, T>): Promise<T> {
  if (!isUuid(id)) throw unknownInDirectory(what, id);
  return inTenant(ctx, async (tx) => {
    await lockSignOns(tx, ctx.tenantId);
    const [row] = await find(tx);
    if (row === undefined) throw unknownInDirectory(what, id);
    return act(tx, row);
  });
}
