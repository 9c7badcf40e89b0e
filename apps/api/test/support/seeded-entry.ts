import { seedDemo } from "../../../../tools/demo/src/seed-demo.ts";
import { readConfig } from "../../src/config.ts";
import { runUntilStopped } from "../../src/entry/run-until-stopped.ts";
import { createLogger } from "../../src/logger.ts";
import { startLocalService } from "../../src/start-service.ts";
import { slowModels } from "./slow-models.ts";

// The whole service as its own process, with the demo's tenants.
const logger = createLogger((line) => process.stderr.write(`${line}\n`));
const { TEST_PORTAL_DIR: portalDir, TEST_ADMIN_DIR: adminDir } = process.env;
const service = await startLocalService(readConfig(process.env), logger, {
  ...slowModels(process.env, logger),
  sites: { portalDir, adminDir },
});
await seedDemo(service);
runUntilStopped(service, logger, { withParent: true });
logger.info("service.started", { url: service.url });
