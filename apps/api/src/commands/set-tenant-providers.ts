import { parseArgs } from "node:util";
import { allowedProviders, PROVIDERS, type Provider } from "@assay/contract";
import { changeResidency, readResidency } from "@assay/core/residency";
import { findTenant, operatorOf } from "@assay/core/tenancy";
import { ConfigError } from "../config.ts";
import { readProcessConfig } from "../read-process-config.ts";
import { openDatabaseForOperator } from "./open-database-for-operator.ts";
import { runCommand } from "./run-command.ts";

/** That of the service itself needs no allowance. */
const OTHERS = PROVIDERS.filter((name) => name !== "offline");
const USAGE = `Usage: npm run tenant:providers -- --tenant <id|name> [--allow <all|none|names with commas: ${OTHERS.join(", ")}>]`;

/** Says who may be given a tenant's text, and changes it: see docs/operate/tenants.md. */
await runCommand(async () => {
  const { tenant, allow } = readOptions();
  const { db, close } = await openDatabaseForOperator(readProcessConfig(process.env), "set the tenant's providers");
  try {
    const { id, name } = await findTenant(db, tenant);
    const operator = operatorOf(db, id);
    // What waits is due from now on: a service that runs takes it up by itself.
    const { allowedProviders: allowed } =
      allow === undefined
        ? await readResidency(operator, [])
        : (await changeResidency(operator, { allowedProviders: allow }, [])).residency;
    console.log(`Text of '${name}' (${id}) may be given to: ${nameAllowed(allowed)}`);
  } finally {
    await close();
  }
});

function readOptions(): { tenant: string; allow: Provider[] | null | undefined } {
  const text = { type: "string" } as const;
  let given: { tenant?: string | undefined; allow?: string | undefined };
  try {
    given = parseArgs({ options: { tenant: text, allow: text } }).values;
  } catch (error) {
    throw new ConfigError(`${(error as Error).message}\n${USAGE}`);
  }
  if (!given.tenant) throw new ConfigError(`A tenant is needed\n${USAGE}`);
  return { tenant: given.tenant, allow: given.allow === undefined ? undefined : readAllowed(given.allow) };
}

function readAllowed(text: string): Provider[] | null {
  if (text === "all") return null;
  const names = text === "none" ? [] : text.split(",").map((name) => name.trim());
  const parsed = allowedProviders.safeParse(names);
  if (!parsed.success) throw new ConfigError(`Cannot allow '${text}': name each provider once\n${USAGE}`);
  return parsed.data;
}

function nameAllowed(allowed: readonly Provider[] | null): string {
  if (allowed === null) return "every provider that the deployment uses";
  const others = allowed.filter((name) => name !== "offline");
  return others.length === 0 ? "nobody: this service alone reads it" : others.join(", ");
}
