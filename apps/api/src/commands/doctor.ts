import { readConfig } from "../config.ts";
import { checkDatabase } from "../doctor/check-database.ts";
import { checkHost } from "../doctor/check-host.ts";
import { checkKeys } from "../doctor/check-keys.ts";
import { checkVendors } from "../doctor/check-vendors.ts";
import { runCommand } from "./run-command.ts";

/** Looks at what the service needs and says, for each thing that is wrong, what mends it. */
await runCommand(async () => {
  const config = readConfig(process.env);
  const findings = [
    ...(await checkHost(config)),
    ...(await checkDatabase(config)),
    ...(await checkKeys(config)),
    ...(await checkVendors(config)),
  ];
  for (const { ok, text } of findings) console.log(`${ok ? "ok   " : "WRONG"} ${text}`);
  if (findings.some(({ ok }) => !ok)) process.exitCode = 1;
});
