import { parseArgs } from "node:util";
import { findTenant, resumeTenant } from "@assay/core/tenancy";
import { ConfigError } from "../config.ts";
import { readProcessConfig } from "../read-process-config.ts";
import { openForOperator } from "./open-for-operator.ts";
import { runCommand } from "./run-command.ts";

/** Lets the people and jobs of a suspended tenant go on: see docs/operate/tenants.md. */
await runCommand(async () => {
  const { tenant } = parseArgs({ options: { tenant: { type: "string" } } }).values;
  if (!tenant) throw new ConfigError("Usage: npm run tenant:resume -- --tenant <id|name>");
  const { db, close } = await openForOperator(readProcessConfig(process.env), "resume the tenant");
  try {
    const { id, name } = await findTenant(db, tenant);
    const changed = await resumeTenant(db, id);
    console.log(changed ? `Resumed '${name}' (${id})` : `'${name}' (${id}) is not suspended: nothing was changed`);
  } finally {
    await close();
  }
});
