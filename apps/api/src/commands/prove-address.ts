import { parseArgs } from "node:util";
import { inviteMemberBody } from "@assay/contract";
import { proveAddress } from "@assay/core/tenancy";
import { ConfigError, readConfig } from "../config.ts";
import { openForOperator } from "./open-for-operator.ts";
import { runCommand } from "./run-command.ts";

const USAGE = "Usage: npm run person:prove-address -- --email <e-mail> --reason <text>";

/** Says that a person's address is theirs, for the operator who has made sure of that; audited in each of their tenants. */
await runCommand(async () => {
  const { email: given, reason } = parse();
  const parsed = inviteMemberBody.shape.email.safeParse(given);
  if (!parsed.success) throw new ConfigError(`Cannot prove the address because --email must be one\n${USAGE}`);
  if (!reason?.trim()) throw new ConfigError(`Cannot prove the address because --reason is missing\n${USAGE}`);
  const email = parsed.data;
  const { db, close } = await openForOperator(readConfig(process.env), "prove the address");
  try {
    const count = await proveAddress(db, { email, reason: reason.trim() });
    if (count === 0) throw new ConfigError(`Cannot prove the address because nobody with '${email}' is a member`);
    console.log(`The address ${email} is proved, in ${count} ${count === 1 ? "tenant" : "tenants"}`);
  } finally {
    await close();
  }
});

function parse() {
  try {
    return parseArgs({ options: { email: { type: "string" }, reason: { type: "string" } } }).values;
  } catch (error) {
    throw new ConfigError(`${(error as Error).message}\n${USAGE}`);
  }
}
