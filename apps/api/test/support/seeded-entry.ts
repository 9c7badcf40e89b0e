import { seedDemo } from "../../../../tools/demo/src/seed-demo.ts";
import { runUntilStopped } from "../../src/entry/run-until-stopped.ts";
import { createLogger } from "../../src/logger.ts";
import { readProcessConfig } from "../../src/read-process-config.ts";
import { startLocalService } from "../../src/start-service.ts";
import { seedTenants } from "./seed-tenants.ts";
import { slowModels } from "./slow-models.ts";

// The whole service as its own process, with the demo's tenants and those that TEST_TENANTS names.
const logger = createLogger((line) => process.stderr.write(`${line}\n`));
const { TEST_PORTAL_DIR: portalDir, TEST_ADMIN_DIR: adminDir, TEST_TENANTS } = process.env;
const service = await startLocalService(readProcessConfig(process.env), logger, {
  ...slowModels(process.env, logger),
  sites: { portalDir, adminDir },
});
const { demo } = await seedDemo(service);
if (TEST_TENANTS) await seedTenants(service, demo, TEST_TENANTS.split(","));
runUntilStopped(service, logger, { withParent: true });
logger.info("service.started", { url: service.url });
