import { once } from "node:events";
import { readFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { defineCommand } from "../command.ts";
import { usageError } from "../exit-codes.ts";
import type { WitnessedKey } from "../witness/keep-checkpoint.ts";
import { createWitnessServer } from "../witness/serve-witness.ts";
import { openWitnessFolder } from "../witness/witness-folder.ts";

const PORT = 8790;

export const witness = defineCommand({
  name: "witness",
  group: "proof",
  summary: "Keep and cosign the checkpoints of a service",
  details: ["Its address, behind a proxy with TLS, is CHECKPOINT_WITNESS_URL of the service."],
  options: {
    keys: { type: "string", value: "<file>", completes: "file", says: "The public keys of the service." },
    state: { type: "string", value: "<folder>", completes: "folder", says: "Where checkpoints are kept." },
    host: { type: "string", value: "<address>", says: "What to listen on; 127.0.0.1." },
    port: { type: "string", value: "<number>", says: `The port; ${PORT}.` },
    accept: {
      type: "string",
      multiple: true,
      value: "<hash>",
      says: "The entry that continues a break that you know of.",
    },
  },
  examples: [{ command: "assay witness --keys keys.json --state ./witness", does: "Until Ctrl-C" }],
  async run({ options, terminal, signal }) {
    const { keys, state, host = "127.0.0.1", port = String(PORT), accept = [] } = options;
    if (keys === undefined || state === undefined) throw usageError("--keys and --state are missing");
    if (!/^\d{1,5}$/.test(port)) throw usageError(`--port cannot be '${port}': it is a number`);
    await readKeys(keys);
    const folder = await openWitnessFolder(state, () => new Date());
    const server = createWitnessServer({
      folder,
      witness: {
        newest: async (tenantId) => (await folder.list(tenantId)).at(-1),
        keys: () => readKeys(keys),
        accepted: new Set(accept),
      },
      report: (line) => terminal.print(line),
    });
    server.listen(Number(port), host);
    await once(server, "listening");
    const { port: listening } = server.address() as AddressInfo;
    terminal.print(`Listening on http://${host}:${listening}, key ${folder.publicKey}`);
    if (!signal.aborted) await once(signal, "abort");
    server.closeAllConnections();
    server.close();
    return undefined;
  },
});

async function readKeys(path: string): Promise<readonly WitnessedKey[]> {
  const text = await readFile(path, "utf8");
  try {
    const value = JSON.parse(text) as { keys: WitnessedKey[] };
    if (value.keys.every(({ kid, x }) => typeof kid === "string" && typeof x === "string")) return value.keys;
  } catch {
    // What it is not is said below, for both reasons.
  }
  throw usageError(`Cannot read '${path}': it must be /.well-known/assay-checkpoint-keys.json of the service`);
}
