import { parseArgs } from "node:util";
import { createTenantBody, inviteMemberBody, isUuid, type PackOwner } from "@assay/contract";
import { adoptPack, type PackSource } from "@assay/core/packs";
import { operatorOf, provisionAdmin, provisionTenant } from "@assay/core/tenancy";
import type { z } from "zod";
import { ConfigError } from "../config.ts";
import { readProcessConfig } from "../read-process-config.ts";
import { openForOperator } from "./open-for-operator.ts";
import { readOwner } from "./read-owner.ts";
import { formatOf, readPackFile } from "./read-pack-file.ts";
import { runCommand } from "./run-command.ts";

const USAGE =
  "Usage: npm run tenant:create -- --name <name> --admin <e-mail> [--super-admin] [--pack <id|file>] [--owner tenant|deployment]";

/** Makes a tenant, its first administrator and the binding to a pack, each where it is missing. Again, it changes nothing. */
await runCommand(async () => {
  const { values } = parse();
  const { name } = valid("--name", createTenantBody, { name: values.name });
  const role = values["super-admin"] ? "SUPER_ADMIN" : "ADMIN";
  const { email } = valid("--admin", inviteMemberBody, { email: values.admin, role });
  const owner = readOwner(values.owner, USAGE);
  const source = values.pack === undefined ? undefined : await packSource(values.pack, owner);

  const { db, accounts, close } = await openForOperator(readProcessConfig(process.env), "make the tenant");
  try {
    const { tenant, made } = await provisionTenant(db, { name });
    console.log(`${made ? "Created the tenant" : "Found the tenant"} '${name}' (${tenant.id})`);
    const admin = await provisionAdmin(db, accounts, { tenantId: tenant.id, email, role });
    printAdmin(email, tenant.id, admin);
    const adopted = source && (await adoptPack(operatorOf(db, tenant.id), source));
    if (adopted?.bound) console.log(`Bound it to '${adopted.name}', version ${adopted.bound.version}`);
    else if (adopted) console.log(`It already uses '${adopted.name}': import a new version with pack:import`);
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
        owner: { type: "string", default: "tenant" },
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
  throw new ConfigError(`Cannot create the tenant because ${option} ${issue}\n${USAGE}`);
}

async function packSource(pack: string, owner: PackOwner): Promise<PackSource> {
  return isUuid(pack) ? { packId: pack } : { ...(await readPackFile(pack, { format: formatOf(pack) })), owner };
}

function printAdmin(email: string, tenantId: string, admin: Awaited<ReturnType<typeof provisionAdmin>>): void {
  const { role, change, signsInTo, invitation } = admin;
  if (change === "KEPT") console.log(`${email} already has the role ${role}`);
  else if (change === "RAISED") console.log(`${email} now has the role ${role}`);
  else console.log(`Added ${email} with the role ${role}`);
  if (invitation) console.log(`First password of ${email}, shown only here: ${invitation.password}`);
  else console.log(`${email} already has an account: its password is unchanged`);
  if (signsInTo !== undefined && signsInTo !== tenantId)
    console.log(
      `A sign-in as ${email} still opens another tenant (${signsInTo}): use another e-mail for this one, or act here with ?tenantId= (SUPER_ADMIN_MODE)`,
    );
}
