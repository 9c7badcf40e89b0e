import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import type { Config } from "@assay/api/config";
import { openForOperator } from "@assay/api/for-operator";
import { exportReviewPairs, listGoldenCases } from "@assay/core/reviews";
import { type Context, operatorOf, readTenant } from "@assay/core/tenancy";
import { printGolden } from "./print-golden.ts";

/** `golden --tenant <id> [--version <id>]`: a tenant's reviews as its labelled set. Returns what to print. */
export async function runGolden(config: Config, args: readonly string[]): Promise<string> {
  const options = { tenant: { type: "string" }, version: { type: "string" } } as const;
  const { tenant, version } = parseArgs({ args: [...args], options }).values;
  const cases = await inTenantOf(config, tenant, "read the reviews", (ctx) =>
    listGoldenCases(ctx, version === undefined ? {} : { retrievalVersionId: version }),
  );
  return printGolden(cases);
}

/** `pairs --tenant <id> --out <file>`: writes what reviews say of quotes, in the form of `sets/pairs`. */
export async function runPairs(config: Config, args: readonly string[]): Promise<string> {
  const options = { tenant: { type: "string" }, out: { type: "string" } } as const;
  const { tenant, out } = parseArgs({ args: [...args], options }).values;
  if (out === undefined) throw new Error("Cannot export pairs as --out must name the file that gets them");
  const pairs = await inTenantOf(config, tenant, "export the pairs", exportReviewPairs);
  const lines = pairs.map(({ requirement: r, quote: e, title: d, proves }) =>
    JSON.stringify({ r, e, d, y: proves ? "S" : "N", w: proves ? "agreed" : "rejected" }),
  );
  await writeFile(out, lines.map((line) => `${line}\n`).join(""), { mode: 0o600 });
  const rejected = pairs.filter(({ proves }) => !proves).length;
  return `Wrote ${pairs.length} pairs, ${rejected} of them rejected quotes, to ${out}. It holds evidence of the tenant.`;
}

async function inTenantOf<T>(
  config: Config,
  tenantId: string | undefined,
  purpose: string,
  act: (ctx: Context) => Promise<T>,
): Promise<T> {
  if (!tenantId || !/^[0-9a-f-]{36}$/i.test(tenantId))
    throw new Error(`Cannot ${purpose} as --tenant must be the id of a tenant: it is '${tenantId ?? ""}'`);
  const { db, close } = await openForOperator(config, purpose);
  try {
    const ctx = operatorOf(db, tenantId.toLowerCase());
    await readTenant(ctx, ctx.tenantId);
    return await act(ctx);
  } finally {
    await close();
  }
}
