import { createHash } from "node:crypto";
import { defineCommand } from "../command.ts";
import { CommandError, usageError } from "../exit-codes.ts";
import { findRun, RUN_ARGUMENT } from "../find-run.ts";
import { FORCE, OUTPUT, writeOutput } from "../write-output.ts";

/** Until the first byte: the service reads every original before it. */
const TIMEOUT_MS = 1_800_000;

export const packageRun = defineCommand({
  name: "package",
  group: "proof",
  summary: "Save a captured run with all that proves it, as one ZIP",
  details: [
    "Verdicts, cited passages, reviews, exceptions, sign-offs, the audit chain and a signed list of its files. Its bytes are equal for as long as nothing is recorded of the run. What cannot be in it, such as the text of a deleted document, is named in its manifest.json.",
  ],
  arguments: [RUN_ARGUMENT],
  options: {
    originals: { type: "boolean", says: "Also the cited originals." },
    output: OUTPUT,
    force: FORCE,
  },
  examples: [
    { command: "assay package", does: "The newest run" },
    { command: "assay package --originals -o audit.zip", does: "With the cited originals" },
  ],
  async run({ args, options, terminal, signal, connect }) {
    const { originals = false, output, force = false } = options;
    if (output === "-" && terminal.stdout.isTTY)
      throw usageError("A ZIP is not written to a terminal", "Leave out --output, or pipe it.");
    const connection = await connect();
    const run = await findRun(connection, args[0], signal);
    const asked = { ...(originals && { originals: "cited" as const }), signal, timeoutMs: TIMEOUT_MS };
    const counted = countBytes(await connection.assay.runs.package(run.id, asked));
    const path = output ?? `assay-package-${run.id}.zip`;
    await writeOutput(terminal, counted.bytes, { path, force });
    if (path === "-") return undefined;
    const { sizeBytes, sha256 } = counted.result();
    if (terminal.json) terminal.printJson({ path, sizeBytes, sha256, runId: run.id });
    else terminal.print(terminal.isInteractive ? `Saved ${path}, SHA-256 ${sha256}` : `${path}\t${sha256}`);
    return undefined;
  },
});

/** Passes on the body and hashes it. Fails where less arrives than was announced. */
function countBytes({ body, headers }: Response) {
  const hash = createHash("sha256");
  let sizeBytes = 0;
  const announced = Number(headers.get("Content-Length") ?? Number.NaN);
  return {
    bytes: (async function* () {
      const reader = body!.getReader();
      for (;;) {
        const { done, value } = await reader.read().catch(cutOff);
        if (done) break;
        sizeBytes += value.length;
        hash.update(value);
        yield value;
      }
      if (sizeBytes < announced) cutOff();
    })(),
    result: () => ({ sizeBytes, sha256: hash.digest("hex") }),
  };
}

function cutOff(): never {
  throw new CommandError("SERVICE", "The service ended the package before its end: try again");
}
