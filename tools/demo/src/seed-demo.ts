import { randomBytes } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type PackFile, packFile, type Role } from "@assay/contract";
import { bindPack, importPack, listBindings, type PackVersion } from "@assay/core/packs";
import { type Context, createTenant, putMember } from "@assay/core/tenancy";
import { newId } from "@assay/db";
import type { LocalService } from "../../../apps/api/src/start-service.ts";

export const TOKEN_DAYS = 30;
const TOKEN_SECONDS = TOKEN_DAYS * 86_400;

interface DemoUser {
  readonly email: string;
  readonly password: string;
  readonly role: Role;
  readonly token: string;
}

export interface DemoTenant {
  readonly id: string;
  readonly name: string;
  readonly packId: string;
  readonly users: DemoUser[];
}

/** What `demo.json` holds. */
export interface Demo {
  readonly url: string;
  readonly tenants: DemoTenant[];
}

interface Plan {
  readonly name: string;
  readonly domain: string;
  readonly roles: readonly Role[];
}

const PLANS: readonly Plan[] = [
  { name: "Northwind Instruments", domain: "northwind.example", roles: ["VIEWER", "MEMBER", "ADMIN", "SUPER_ADMIN"] },
  { name: "Harbour Clinic", domain: "harbour.example", roles: ["VIEWER", "MEMBER", "ADMIN"] },
];

/**
 * Two tenants with their people and a bound pack, made once; found again, they get fresh tokens. Writes `demo.json`,
 * which only its owner may read. May be interrupted and called again at any point.
 */
export async function seedDemo(service: LocalService): Promise<{ demo: Demo; found: boolean }> {
  const path = join(service.dataDir, "demo.json");
  const known = await readDemo(path);
  const passwords = new Map(
    known?.tenants.flatMap(({ users }) => users.map(({ email, password }) => [email, password])),
  );
  const tenants: DemoTenant[] = [];
  let pack: PackVersion | undefined;
  for (const plan of PLANS) {
    const { id, users, ctx } = await seedTenant(service, plan, passwords);
    pack = await bindDemoPack(ctx, pack);
    tenants.push({ id, name: plan.name, packId: pack.packId, users });
  }
  const demo = { url: service.url, tenants };
  await writeFile(`${path}.part`, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  await rename(`${path}.part`, path);
  return { demo, found: known !== undefined };
}

async function readDemo(path: string): Promise<Demo | undefined> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as Demo;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

async function seedTenant(
  service: LocalService,
  plan: Plan,
  passwords: ReadonlyMap<string, string>,
): Promise<{ id: string; users: DemoUser[]; ctx: Context }> {
  const { db, identity } = service;
  const first = identity.findUserByEmail(emailOf(plan, plan.roles[0]!));
  const tenantId = first?.tenantId ?? (await createTenant(db, { name: plan.name })).id;
  const users: DemoUser[] = [];
  for (const role of plan.roles) {
    const email = emailOf(plan, role);
    const password = passwords.get(email) ?? `demo-${randomBytes(6).toString("hex")}`;
    const user =
      identity.findUserByEmail(email) ?? (await identity.createUser({ id: newId(), email, password, tenantId }));
    await putMember(db, { tenantId, userId: user.id, email, role });
    const token = await identity.issueToken({ userId: user.id, tenantId, ttlSeconds: TOKEN_SECONDS });
    users.push({ email, password, role, token });
  }
  return { id: tenantId, users, ctx: { db, tenantId, actor: { id: "system", role: "SUPER_ADMIN", tenantId } } };
}

function emailOf({ domain }: Plan, role: Role): string {
  return `${role.toLowerCase().replace("_", "-")}@${domain}`;
}

/** The pack that the tenant is bound to; the first tenant's where there is one, else a new one. */
async function bindDemoPack(ctx: Context, shared: PackVersion | undefined): Promise<PackVersion> {
  const [bound] = await listBindings(ctx);
  if (bound) return bound;
  const version = shared ?? (await importPack(ctx, await readDemoPack()));
  await bindPack(ctx, version);
  return version;
}

async function readDemoPack(): Promise<PackFile> {
  return packFile.parse(JSON.parse(await readFile(new URL("../pack.json", import.meta.url), "utf8")));
}
