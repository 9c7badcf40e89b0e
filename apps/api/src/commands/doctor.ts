import { adoptConfiguredStore } from "../doctor/adopt-store.ts";
import { checkCheckpointGit } from "../doctor/check-checkpoint-git.ts";
import { checkDatabase } from "../doctor/check-database.ts";
import { checkEncryption } from "../doctor/check-encryption.ts";
import { checkFileScanner } from "../doctor/check-file-scanner.ts";
import { checkFiles } from "../doctor/check-files.ts";
import { checkHost } from "../doctor/check-host.ts";
import { checkKeys } from "../doctor/check-keys.ts";
import { checkMail } from "../doctor/check-mail.ts";
import { checkMeaning } from "../doctor/check-meaning.ts";
import { checkModelServers } from "../doctor/check-model-servers.ts";
import { checkOcrEngine } from "../doctor/check-ocr-engine.ts";
import { checkProxy } from "../doctor/check-proxy.ts";
import { checkSettings } from "../doctor/check-settings.ts";
import { checkVendors } from "../doctor/check-vendors.ts";
import { checkWebhookKeys } from "../doctor/check-webhook-keys.ts";
import { checkWebhookNetworks } from "../doctor/check-webhook-networks.ts";
import { readProcessConfig } from "../read-process-config.ts";
import { runCommand } from "./run-command.ts";

/**
 * Looks at what the service needs and says, for each thing that is wrong, what fixes it. With `--adopt-store` it first
 * marks the file store as this deployment's.
 */
await runCommand(async () => {
  const config = readProcessConfig(process.env);
  const findings = [
    ...(process.argv.includes("--adopt-store") ? await adoptConfiguredStore(config) : []),
    ...checkSettings(config),
    ...checkProxy(config, process.env),
    ...(await checkHost(config)),
    ...checkOcrEngine(config),
    ...(await checkMeaning(config)),
    ...(await checkDatabase(config)),
    ...(await checkFiles(config)),
    ...(await checkEncryption(config)),
    ...(await checkFileScanner(config)),
    ...(await checkKeys(config)),
    ...(await checkCheckpointGit(config, process.env)),
    ...(await checkWebhookKeys(config)),
    ...checkWebhookNetworks(config),
    ...(await checkMail(config)),
    ...(await checkVendors(config)),
    ...(await checkModelServers(config)),
  ];
  for (const { ok, warns, text } of findings) console.log(`${warns ? "WARN " : ok ? "ok   " : "WRONG"} ${text}`);
  if (findings.some(({ ok }) => !ok)) process.exitCode = 1;
});
