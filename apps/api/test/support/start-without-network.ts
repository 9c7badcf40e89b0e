import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { connect } from "node:net";

/*
 * Started where no network is: runs the start command to the point where it has said all, and prints the ledgers of the
 * demo's tenants and what became of a connection to an address that nobody has.
 */
const [launcher, dataDir] = process.argv.slice(2) as [string, string];
const started = spawn(process.execPath, [launcher, "start"], {
  env: { ...process.env, ASSAY_DATA_DIR: dataDir, PORT: "0" },
  stdio: ["ignore", "pipe", "inherit"],
});
let output = "";
for await (const part of started.stdout) {
  output += String(part);
  if (output.includes("curl -H")) break;
}
const { url, tenants } = JSON.parse(readFileSync(`${dataDir}/demo.json`, "utf8"));
const ledgers = [];
for (const { users } of tenants) {
  const { token } = users.find(({ role }: { role: string }) => role === "ADMIN");
  const answer = await fetch(`${url}/api/admin/egress`, { headers: { authorization: `Bearer ${token}` } });
  ledgers.push(await answer.json());
}
const outside = await new Promise((resolve) => {
  // Reserved for documentation.
  connect({ host: "192.0.2.1", port: 9 }).on("error", (error: NodeJS.ErrnoException) => resolve(error.code));
});
console.log(JSON.stringify({ isAssessed: /COMPLETED, snapshot CAPTURED/.test(output), ledgers, outside }));
started.kill("SIGTERM");
