import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PackFile } from "@assay/contract";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { type Config, readConfig } from "../../src/config.ts";
import { createLogger } from "../../src/logger.ts";
import { type Limits, withLimits } from "../../src/settings/limits.ts";
import { type LocalService, type ServiceParts, startLocalService } from "../../src/start-service.ts";
import { makeTenant, type TestTenant } from "./make-tenant.ts";
import { createTestClient, type TestClient } from "./test-client.ts";
import { ALWAYS_FRESH } from "./test-limits.ts";
import { rememberTestService } from "./test-services.ts";
import { TEST_SETTINGS } from "./test-settings.ts";

export type { TestTenant };

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
const QUICK = {
  pollMs: 50,
  retryDelayMs: 20,
  progressPollMs: 50,
  accessCheckMs: 50,
  answerCountsMs: 200,
  ...ALWAYS_FRESH,
};

export interface TestParts extends Omit<ServiceParts, "connection"> {
  /** In place of the service's own. */
  readonly limits?: Partial<Limits>;
}

/** The whole service in this process, on the project's database or on one that is given, in a data folder of its own. */
export async function testService(
  env: Readonly<Record<string, string>> = {},
  { limits, ...parts }: TestParts = {},
  opening: Promise<TestDatabase> = openTestDatabase(),
): Promise<TestService> {
  const database = await opening;
  const dataDir = await mkdtemp(join(tmpdir(), "assay-test-"));
  const settings = readConfig({ PORT: "0", ASSAY_DATA_DIR: dataDir, ...TEST_SETTINGS, ...env });
  const config: Config = { ...settings, limits: withLimits({ ...QUICK, ...limits }) };
  const log: string[] = [];
  const service = await startLocalService(
    config,
    createLogger((line) => log.push(line)),
    { ...parts, connection: database },
  );
  rememberTestService(service.url);
  const client = (token?: string) => createTestClient(service.url, token);
  return {
    service,
    database,
    url: service.url,
    log,
    client,
    tenant: (options) =>
      makeTenant({ db: service.db, issueToken: (user) => service.identity.issueToken(user), client }, options),
    async close() {
      await service.close();
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
