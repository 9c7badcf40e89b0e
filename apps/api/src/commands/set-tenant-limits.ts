import { parseArgs } from "node:util";
import { patchTenantLimits, TENANT_LIMITS, type TenantLimit, type TenantLimitsPatch } from "@assay/contract";
import { changeTenant, findTenant, operatorOf } from "@assay/core/tenancy";
import { ConfigError } from "../config.ts";
import { readProcessConfig } from "../read-process-config.ts";
import { openDatabaseForOperator } from "./open-database-for-operator.ts";
import { runCommand } from "./run-command.ts";

const OPTIONS: Readonly<Record<TenantLimit, string>> = {
  documentsMax: "documents",
  bytesMax: "bytes",
  runsPerDay: "runs-per-day",
  tokensPerMonth: "tokens-per-month",
};
const USAGE = `Usage: npm run tenant:limits -- --tenant <id|name> ${Object.values(OPTIONS)
  .map((option) => `[--${option} <number|default>]`)
  .join(" ")}`;

/** Sets limits of a tenant, and prints all of them: see docs/operate/tenants.md. */
await runCommand(async () => {
  const { tenant, limits } = readOptions();
  const { db, close } = await openDatabaseForOperator(readProcessConfig(process.env), "set the tenant's limits");
  try {
    const { id, name } = await findTenant(db, tenant);
    const changed = await changeTenant(operatorOf(db, id), id, { limits });
    console.log(`Limits of '${name}' (${id}):`);
    for (const limit of TENANT_LIMITS) console.log(`  ${OPTIONS[limit]}: ${changed.limits[limit] ?? "default"}`);
  } finally {
    await close();
  }
});

function readOptions(): { tenant: string; limits: TenantLimitsPatch } {
  const text = { type: "string" } as const;
  let values: Readonly<Record<string, string | boolean | undefined>>;
  try {
    const named = Object.fromEntries(Object.values(OPTIONS).map((option) => [option, text]));
    ({ values } = parseArgs({ options: { tenant: text, ...named } }));
  } catch (error) {
    throw new ConfigError(`${(error as Error).message}\n${USAGE}`);
  }
  const { tenant } = values;
  const given = TENANT_LIMITS.filter((limit) => values[OPTIONS[limit]] !== undefined);
  const parsed = patchTenantLimits.safeParse(
    Object.fromEntries(given.map((limit) => [limit, toLimit(String(values[OPTIONS[limit]]))])),
  );
  if (typeof tenant !== "string" || tenant === "" || !parsed.success)
    throw new ConfigError(`A tenant is needed, and a limit that is a whole number from 0 or 'default'\n${USAGE}`);
  return { tenant, limits: parsed.data };
}

function toLimit(text: string): number | null {
  if (text === "default") return null;
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
}
