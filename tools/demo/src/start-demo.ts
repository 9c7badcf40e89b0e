import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { runCommand } from "../../../apps/api/src/commands/run-command.ts";
import { makeDataFolder, openDataFolder } from "../../../apps/api/src/data-folder.ts";
import { type ChosenModel, chooseLocalModel } from "../../../apps/api/src/doctor/check-model-servers.ts";
import { runUntilStopped } from "../../../apps/api/src/entry/run-until-stopped.ts";
import { openLogFile } from "../../../apps/api/src/log-file.ts";
import { createLogger, describeError } from "../../../apps/api/src/logger.ts";
import { readProcessConfig } from "../../../apps/api/src/read-process-config.ts";
import { startLocalService } from "../../../apps/api/src/start-service.ts";
import { runDemo, type Screen } from "./run-demo.ts";
import { type Demo, seedDemo, TOKEN_DAYS } from "./seed-demo.ts";

const { stdout } = process;

let shown: string | null = null;
// Anyone who read it may be gone, or the disk full that it goes to: the service continues.
stdout.on("error", () => {});

const screen: Screen = {
  width: stdout.columns ?? 120,
  colour: stdout.isTTY && !process.env.NO_COLOR,
  line: (text) => void stdout.write(`${text}\n`),
  status(text) {
    if (stdout.isTTY) stdout.write(text === null ? "\r\x1b[K" : `\r\x1b[K${text.slice(0, (stdout.columns ?? 80) - 1)}`);
    else if (text !== null && text !== shown) stdout.write(`${text}\n`);
    shown = text;
  },
};

/** The service with a demo in it: what `npm start` runs. */
await runCommand(async () => {
  const chosen = await chosenModel();
  if (chosen) screen.line(chosen.text);
  const config = readProcessConfig({ ...process.env, ...chosen?.settings });
  if (process.argv.includes("--fresh")) await removeData(config.ASSAY_DATA_DIR);
  await makeDataFolder(config.ASSAY_DATA_DIR);
  const logger = createLogger(openLogFile(join(config.ASSAY_DATA_DIR, "assay.log")), config.LOG_LEVEL);
  for (const { advice } of config.removed) screen.line(advice);
  const service = await startLocalService(config, logger);
  runUntilStopped(service, logger, { withParent: process.env.ASSAY_EXIT_WITH_PARENT === "true" });
  try {
    const { demo, found } = await seedDemo(service);
    if (found)
      screen.line(`Found the data of an earlier start in ${service.dataDir}. To start over: npm start -- --fresh`);
    // The service serves anyone who has signed in meanwhile, whatever they did to the demo.
    await runDemo(demo, screen).catch((error: Error) => {
      screen.status(null);
      screen.line(`The demo is not complete: ${error.message}. Start again to complete it`);
      logger.error("demo.failed", describeError(error));
    });
    showSignIns(demo, service.dataDir);
  } catch (error) {
    await service.close();
    throw error;
  }
});

/** With `--model`, the first model on this machine, or the one that is named after it. */
async function chosenModel(): Promise<ChosenModel | undefined> {
  const at = process.argv.indexOf("--model");
  if (at === -1) return undefined;
  screen.status("Looking for a model on this machine");
  const named = process.argv[at + 1];
  const chosen = await chooseLocalModel(named?.startsWith("--") ? undefined : named);
  screen.status(null);
  return chosen;
}

async function removeData(dir: string): Promise<void> {
  const { path, release } = await openDataFolder(resolve(dir));
  await rm(path, { recursive: true, force: true });
  await release();
}

function showSignIns({ url, tenants }: Demo, dataDir: string): void {
  screen.line(`\nAssay is running at ${url}. Stop it with Ctrl-C; your data and assay.log stay in ${dataDir}.\n`);
  screen.line(`Open ${url}/cm, or ${url}/admin for administrators, and sign in as one of these:`);
  for (const { name, users } of tenants)
    for (const { email, password, role } of users)
      screen.line(`  ${name.padEnd(22)} ${role.padEnd(12)} ${email.padEnd(32)} ${password}`);
  const file = join(dataDir, "demo.json");
  const read = `require(${JSON.stringify(file)}).tenants[0].users.find(({ role }) => role === "ADMIN").token`;
  screen.line(
    `\nTheir API tokens are valid for ${TOKEN_DAYS} days. They are in ${file}, which only you can read. Try it:`,
  );
  screen.line(`  TOKEN=$(node -p '${read}')\n  curl -H "Authorization: Bearer $TOKEN" ${url}/api/runs`);
}
