import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PackFile, Role } from "@assay/contract";
import { bindPack, importPack, type PackVersion } from "@assay/core/packs";
import { type Context, createTenant, putMember } from "@assay/core/tenancy";
import { newId } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { type Config, readConfig } from "../../src/config.ts";
import { createLogger } from "../../src/logger.ts";
import { type LocalService, type ServiceParts, startLocalService } from "../../src/start-service.ts";
import { smallPack } from "./small-pack.ts";
import { createTestClient, type TestClient } from "./test-client.ts";

export interface TestTenant {
  readonly id: string;
  readonly packId: string;
  readonly criteriaVersionId: string;
  /** A client with the token of a member of that role, made on first use. */
  as(role: Role): Promise<TestClient>;
  /** A token for a new member. */
  token(role: Role, options?: { ttlSeconds?: number }): Promise<string>;
  /** The tenant as a SUPER_ADMIN inside the process, for what has no route. */
  readonly ctx: Context;
}

export interface TestService {
  readonly service: LocalService;
  readonly database: TestDatabase;
  readonly url: string;
  /** Every line that the service logged. */
  readonly log: string[];
  /** A new tenant of its own, bound to a new pack. */
  tenant(options?: { pack?: PackFile | null }): Promise<TestTenant>;
  client(token?: string): TestClient;
  close(): Promise<void>;
}

/** Short times, so that a test of a failure does not wait for the real ones. */
const QUICK = { PORT: "0", POLL_MS: "50", RETRY_DELAY_MS: "20", PROGRESS_POLL_MS: "50", EXTRACTION_PROCESSES: "2" };

/** The whole service in this process, on the project's database or on one that is given, in a data folder of its own. */
export async function testService(
  env: Readonly<Record<string, string>> = {},
  parts: Omit<ServiceParts, "connection"> = {},
  opening: Promise<TestDatabase> = openTestDatabase(),
): Promise<TestService> {
  const database = await opening;
  const dataDir = await mkdtemp(join(tmpdir(), "assay-test-"));
  const config: Config = readConfig({ ...QUICK, ASSAY_DATA_DIR: dataDir, ...env });
  const log: string[] = [];
  const service = await startLocalService(
    config,
    createLogger((line) => log.push(line)),
    { ...parts, connection: database },
  );
  const client = (token?: string) => createTestClient(service.url, token);
  return {
    service,
    database,
    url: service.url,
    log,
    client,
    async tenant({ pack = smallPack } = {}) {
      const { id } = await createTenant(service.db, { name: `Tenant ${newId()}` });
      const actor = { id: "system", role: "SUPER_ADMIN", tenantId: id } as const;
      const ctx: Context = { db: service.db, tenantId: id, actor };
      const version: PackVersion = pack ? await importPack(ctx, pack) : { packId: "", criteriaVersionId: "" };
      if (pack) await bindPack(ctx, version);
      const token = async (role: Role, { ttlSeconds = 600 } = {}) => {
        const userId = newId();
        await putMember(service.db, { tenantId: id, userId, email: `${userId}@example.test`, role });
        return service.identity.issueToken({ userId, tenantId: id, ttlSeconds });
      };
      const clients = new Map<Role, TestClient>();
      const as = async (role: Role) => {
        const known = clients.get(role) ?? client(await token(role));
        clients.set(role, known);
        return known;
      };
      return { id, ...version, ctx, token, as };
    },
    async close() {
      await service.close();
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
