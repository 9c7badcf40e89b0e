import { parseArgs } from "node:util";
import { resetFactors } from "@assay/core/tenancy";
import { ConfigError } from "../config.ts";
import { readProcessConfig } from "../read-process-config.ts";
import { openForOperator } from "./open-for-operator.ts";
import { runCommand } from "./run-command.ts";

const USAGE = "npm run person:reset-factors -- --email <e-mail>";

/** Removes a person's lost second factors and recovery codes, and ends their sessions: see docs/operate/security.md. */
await runCommand(async () => {
  const { email } = parseArgs({ options: { email: { type: "string" } } }).values;
  if (!email?.includes("@")) throw new ConfigError(`Usage: ${USAGE}`);
  const { db, accounts, close } = await openForOperator(readProcessConfig(process.env), "remove second factors");
  try {
    const removed = await resetFactors(db, accounts, email);
    if (removed === undefined)
      throw new ConfigError(`Cannot remove second factors because nobody has the e-mail ${email}`);
    if (removed === 0) console.log(`${email} has no second factor: nothing was changed`);
    else console.log(`Removed ${removed} of ${email}: the password alone signs in, and signatures name it for 30 days`);
  } finally {
    await close();
  }
});
