import { parseArgs } from "node:util";
import { isUuid, keptCheckpoint } from "@assay/contract";
import { resumeAudit } from "@assay/core/checkpoints";
import { ConfigError } from "../config.ts";
import { configuredCheckpoints } from "../parts/checkpoints.ts";
import { openSigner } from "../parts/signer.ts";
import { readProcessConfig } from "../read-process-config.ts";
import { openForOperator } from "./open-for-operator.ts";
import { readTextFile } from "./read-text-file.ts";
import { runCommand } from "./run-command.ts";

const USAGE = "npm run audit:resume -- --tenant <id> --reason <text> [--checkpoint <file>]";
const REASON_MAX = 2000;

/** Continues a broken audit chain behind its break: see docs/operate/operations.md. */
await runCommand(async () => {
  const { tenantId, reason, checkpoint } = readOptions();
  const kept = checkpoint === undefined ? [] : [await readCheckpoint(checkpoint)];
  const config = readProcessConfig(process.env);
  const { db, close } = await openForOperator(config, "continue an audit chain");
  try {
    const signer = await openSigner(config, config.ASSAY_DATA_DIR);
    const resumed = await resumeAudit(
      { db, tenantId, signer },
      { reason, kept, stores: configuredCheckpoints(config) },
    );
    for (const name of resumed.unreached)
      console.error(`The checkpoints in '${name}' could not be asked: they may know of more entries`);
    if (!resumed.resumption) {
      console.log(`The audit chain of tenant ${tenantId} is intact: nothing was changed`);
      return;
    }
    const { broken, lastGood, lost, sequence } = resumed.resumption.statement;
    console.log(`The audit chain of tenant ${tenantId} was broken at entry ${broken.sequence} (${broken.problem})`);
    console.log(
      lastGood
        ? `The last good checkpoint is that of entry ${lastGood.sequence}, ${lastGood.hash}`
        : "No checkpoint before it is good",
    );
    if (lost) console.log(`It is restored to sequence ${lost.from - 1}; entries ${lost.from}…${lost.to} are lost`);
    console.log(`A new segment begins with entry ${sequence}; every verification names the break from now on`);
  } finally {
    await close();
  }
});

function readOptions(): { tenantId: string; reason: string; checkpoint: string | undefined } {
  const text = { type: "string" } as const;
  const { tenant, reason, checkpoint } = parseArgs({
    options: { tenant: text, reason: text, checkpoint: text },
  }).values;
  if (!tenant || !isUuid(tenant) || !reason?.trim()) throw new ConfigError(`Usage: ${USAGE}`);
  if (reason.length > REASON_MAX)
    throw new ConfigError(`Cannot continue the chain as --reason must have at most ${REASON_MAX} characters`);
  return { tenantId: tenant, reason: reason.trim(), checkpoint };
}

async function readCheckpoint(path: string) {
  const text = await readTextFile(path);
  try {
    return keptCheckpoint.parse(JSON.parse(text));
  } catch {
    throw new ConfigError(
      `Cannot read '${path}': it must be a checkpoint, with statement, keyId and signature, as JSON`,
    );
  }
}
