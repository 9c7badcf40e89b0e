import { parseArgs } from "node:util";
import { createTenantBody, inviteMemberBody, isUuid } from "@assay/contract";
import { adoptPack, type PackSource } from "@assay/core/packs";
import { operatorOf, provisionAdmin, provisionTenant } from "@assay/core/tenancy";
import type { z } from "zod";
import { ConfigError, readConfig } from "../config.ts";
import { openForOperator } from "./open-for-operator.ts";
import { formatOf, readPackFile } from "./read-pack-file.ts";
import { runCommand } from "./run-command.ts";

const USAGE = "Usage: npm run tenant:create -- --name <name> --admin <e-mail> [--super-admin] [--pack <id|file>]";

/** Makes a tenant, its first administrator and the binding to a pack, each where it is missing. Again, it changes nothing. */
await runCommand(async () => {
  const { values } = parse();
  const { name } = valid("--name", createTenantBody, { name: values.name });
  const role = values["super-admin"] ? "SUPER_ADMIN" : "ADMIN";
  const { email } = valid("--admin", inviteMemberBody, { email: values.admin, role });
  const source = values.pack === undefined ? undefined : await packSource(values.pack);

  const { db, accounts, close } = await openForOperator(readConfig(process.env), "make the tenant");
  try {
    const { tenant, made } = await provisionTenant(db, { name });
    console.log(`${made ? "Made the tenant" : "There is the tenant"} '${name}' (${tenant.id})`);
    const admin = await provisionAdmin(db, accounts, { tenantId: tenant.id, email, role });
    sayAdmin(email, tenant.id, admin);
    const adopted = source && (await adoptPack(operatorOf(db, tenant.id), source));
    if (adopted?.bound) console.log(`Bound it to '${adopted.name}', version ${adopted.bound.version}`);
    else if (adopted) console.log(`It uses '${adopted.name}' already: a new version of it comes with pack:import`);
    if (!made && admin.change === "KEPT" && !adopted?.bound) console.log("Nothing was changed");
  } finally {
    await close();
  }
});

function parse() {
  try {
    return parseArgs({
      options: {
        name: { type: "string" },
        admin: { type: "string" },
        "super-admin": { type: "boolean", default: false },
        pack: { type: "string" },
      },
    });
  } catch (error) {
    throw new ConfigError(`${(error as Error).message}\n${USAGE}`);
  }
}

function valid<T extends z.ZodType>(option: string, schema: T, value: Record<string, unknown>): z.infer<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [given] = Object.values(value);
  const issue = given === undefined ? "is missing" : `${parsed.error.issues[0]!.message}: it is '${String(given)}'`;
  throw new ConfigError(`Cannot make the tenant as ${option} ${issue}\n${USAGE}`);
}

async function packSource(pack: string): Promise<PackSource> {
  return isUuid(pack) ? { packId: pack } : readPackFile(pack, { format: formatOf(pack) });
}

function sayAdmin(email: string, tenantId: string, admin: Awaited<ReturnType<typeof provisionAdmin>>): void {
  const { role, change, signsInTo, invitation } = admin;
  if (change === "KEPT") console.log(`${email} is its ${role} already`);
  else if (change === "RAISED") console.log(`${email} is its ${role} now`);
  else console.log(`Made ${email} its ${role}`);
  if (invitation) console.log(`First password of ${email}, which is shown only here: ${invitation.password}`);
  else console.log(`The account of ${email} was there: its password stays`);
  if (signsInTo !== undefined && signsInTo !== tenantId)
    console.log(
      `Who signs in as ${email} goes on in another tenant (${signsInTo}): take another e-mail for this one, or act here through ?tenantId= (SUPER_ADMIN_MODE)`,
    );
}
