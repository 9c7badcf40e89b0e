import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Role } from "@assay/contract";
import { bindPack, listBindings } from "@assay/core/packs";
import { type Context, createTenant, putMember } from "@assay/core/tenancy";
import { type Database, newId } from "@assay/db";
import { type Demo, type DemoTenant, TOKEN_DAYS } from "../../../../tools/demo/src/seed-demo.ts";
import type { LocalService } from "../../src/start-service.ts";

const ROLES: readonly Role[] = ["VIEWER", "MEMBER", "ADMIN", "SUPER_ADMIN"];

/**
 * Adds tenants of these names to `demo.json`, bound to the demo's pack, each with a person of every role. They have
 * tokens and no passwords, which take their time to hash.
 */
export async function seedTenants(service: LocalService, demo: Demo, names: readonly string[]): Promise<void> {
  const [binding] = await listBindings(contextOf(service.db, demo.tenants[0]!.id));
  const added = await Promise.all(
    names.map(async (name): Promise<DemoTenant> => {
      const { id } = await createTenant(service.db, { name });
      await bindPack(contextOf(service.db, id), binding!);
      const users = ROLES.map(async (role) => {
        const [userId, email] = [newId(), `${role.toLowerCase().replace("_", "-")}@${name.toLowerCase()}.example`];
        await putMember(service.db, { tenantId: id, userId, email, role });
        const token = await service.identity.issueToken({ userId, tenantId: id, ttlSeconds: TOKEN_DAYS * 86_400 });
        return { email, password: "", role, token };
      });
      return { id, name, packId: binding!.packId, users: await Promise.all(users) };
    }),
  );
  const path = join(service.dataDir, "demo.json");
  const written = JSON.parse(await readFile(path, "utf8")) as Demo;
  await writeFile(path, JSON.stringify({ ...written, tenants: [...written.tenants, ...added] }));
}

function contextOf(db: Database, tenantId: string): Context {
  return { db, tenantId, actor: { id: "system", role: "SUPER_ADMIN", tenantId } };
}
