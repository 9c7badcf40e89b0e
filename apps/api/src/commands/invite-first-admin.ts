import { parseArgs } from "node:util";
import { inviteAdministratorBody } from "@assay/contract";
import { inviteFirstAdmin } from "@assay/core/invitations";
import { findTenant, operatorOf } from "@assay/core/tenancy";
import { ConfigError } from "../config.ts";
import { readProcessConfig } from "../read-process-config.ts";
import { openDatabaseForOperator } from "./open-database-for-operator.ts";
import { runCommand } from "./run-command.ts";

const USAGE = "Usage: npm run tenant:invite -- --tenant <id|name> --admin <e-mail>";

/** Prints the link by which a tenant's first administrator becomes one: see docs/operate/tenants.md. */
await runCommand(async () => {
  const { tenant, email } = readOptions();
  const config = readProcessConfig(process.env);
  const { db, close } = await openDatabaseForOperator(config, "invite an administrator");
  try {
    const { id, name } = await findTenant(db, tenant);
    const { invitation, secret } = await inviteFirstAdmin(operatorOf(db, id), { delivery: "HANDED_OVER" }, id, {
      email,
    });
    const origin = config.API_URL ? new URL(config.API_URL).origin : "";
    console.log(`Invited ${email} as the first administrator of '${name}' (${id}), until ${invitation.expiresAt}`);
    console.log(`The link, shown only here, to hand over: ${origin}/cm/invitation#${secret}`);
  } finally {
    await close();
  }
});

function readOptions(): { tenant: string; email: string } {
  const text = { type: "string" } as const;
  let given: { tenant?: string | undefined; admin?: string | undefined };
  try {
    given = parseArgs({ options: { tenant: text, admin: text } }).values;
  } catch (error) {
    throw new ConfigError(`${(error as Error).message}\n${USAGE}`);
  }
  const parsed = inviteAdministratorBody.safeParse({ email: given.admin });
  if (!given.tenant || !parsed.success) throw new ConfigError(`Both options are needed, with a valid e-mail\n${USAGE}`);
  return { tenant: given.tenant, email: parsed.data.email };
}
