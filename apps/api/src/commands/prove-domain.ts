import { parseArgs } from "node:util";
import { isUuid, toDomain } from "@assay/contract";
import { proveDomainByOperator } from "@assay/core/single-sign-on";
import { ConfigError } from "../config.ts";
import { readProcessConfig } from "../read-process-config.ts";
import { openForOperator } from "./open-for-operator.ts";
import { runCommand } from "./run-command.ts";

const USAGE = "npm run domain:prove -- --tenant <id> --domain <domain>";

/** Proves a tenant's e-mail domain by the operator's word: see docs/operate/single-sign-on.md. */
await runCommand(async () => {
  const text = { type: "string" } as const;
  const { tenant, domain: given = "" } = parseArgs({ options: { tenant: text, domain: text } }).values;
  const domain = toDomain(given);
  if (!tenant || !isUuid(tenant) || domain === undefined) throw new ConfigError(`Usage: ${USAGE}`);
  const { db, close } = await openForOperator(readProcessConfig(process.env), "prove a domain");
  try {
    const { provedAt, provedBy } = await proveDomainByOperator(db, { tenantId: tenant, domain });
    console.log(`The domain ${domain} of tenant ${tenant} was proved at ${provedAt} by ${provedBy}`);
  } finally {
    await close();
  }
});
