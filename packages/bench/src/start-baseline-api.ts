import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const ENTRY = fileURLToPath(new URL("baseline-api.ts", import.meta.url));

export interface BaselineApi extends AsyncDisposable {
  readonly url: string;
}

/** Starts bare routes in a process of their own: one that counts bytes, and with a database one that reads a run. */
export async function startBaselineApi(database?: {
  readonly url: string;
  readonly tenantId: string;
}): Promise<BaselineApi> {
  const child = spawn(process.execPath, [ENTRY], {
    env: {
      PATH: process.env.PATH ?? "",
      ...(database && { BARE_DATABASE_URL: database.url, BARE_TENANT_ID: database.tenantId }),
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const [line] = (await Promise.race([once(createInterface({ input: child.stdout }), "line"), ended])) as [unknown];
  if (typeof line !== "string") throw new Error("Cannot measure the bare routes because their process ended");
  const { port } = JSON.parse(line) as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
