import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { listModels, ModelFilesError, type ModelFolder } from "@assay/models";
import { addModel, verifyModel } from "@assay/models/add-model";
import { ConfigError } from "../config.ts";
import { readProcessConfig } from "../read-process-config.ts";
import { runCommand } from "./run-command.ts";

const PAIRS = fileURLToPath(new URL("../../../../packages/quality/sets/pairs", import.meta.url));
const USAGE = "Usage: npm run model -- list | verify [<name>] | add <folder>";

/** Lists the learned models that are there, verifies them, or takes another one in. */
await runCommand(async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [act, name, ...rest] = positionals;
  const { ASSAY_MODELS_DIR: modelsDir } = readProcessConfig(process.env);
  if (rest.length > 0) throw new ConfigError(USAGE);
  try {
    if (act === "list" && name === undefined) for (const model of await listModels(modelsDir)) print(model);
    else if (act === "verify") await verify(modelsDir, name);
    else if (act === "add" && name !== undefined) await add(modelsDir, name);
    else throw new ConfigError(USAGE);
  } catch (error) {
    throw error instanceof ModelFilesError ? new ConfigError(error.message) : error;
  }
});

function print({ path, card }: ModelFolder): void {
  const lines = [
    `${card.id}: ${card.task}, ${card.languages.join(", ")}, ${card.licence}`,
    `  base        ${card.base}`,
    `  folder      ${path}`,
    `  SHA-256     ${card.sha256["model.onnx"]}`,
    ...(card.task === "entailment" ? describeThresholds(card) : [`  dimensions  ${card.dimensions}`]),
    ...Object.entries(card.figures).map(([what, figure]) => `  ${what}: ${figure}`),
  ];
  console.log(lines.join("\n"));
}

function describeThresholds({ kinds, thresholds }: Extract<ModelFolder["card"], { task: "entailment" }>): string[] {
  const of = ({ related, supports, contradicts }: (typeof thresholds)["reading"]) =>
    `related ${related}, supports ${supports}, contradicts ${contradicts}`;
  return [
    `  kinds       ${kinds.join(", ")}`,
    `  thresholds  beside a language model: ${of(thresholds.reading)}`,
    `              beside an assessor by words: ${of(thresholds.wording)}`,
  ];
}

async function verify(modelsDir: string | undefined, name: string | undefined): Promise<void> {
  const models = (await listModels(modelsDir)).filter(({ card }) => name === undefined || card.id === name);
  if (models.length === 0) throw new ConfigError(`Cannot verify '${name}' because no such model is there`);
  const { nativeRuntime } = await import("@assay/models/native-runtime");
  for (const model of models) {
    const outcome = await verifyModel(model, nativeRuntime).then(
      (tried) => `ok    ${model.card.id}: files whole; ${tried}`,
      (error: Error) => {
        process.exitCode = 1;
        return `WRONG ${error.message}`;
      },
    );
    console.log(outcome);
  }
}

async function add(modelsDir: string | undefined, folder: string): Promise<void> {
  if (modelsDir === undefined)
    throw new ConfigError("Cannot add a model because ASSAY_MODELS_DIR is not set: name the folder that keeps models");
  const { nativeRuntime } = await import("@assay/models/native-runtime");
  const { path, card } = await addModel(folder, { modelsDir, runtime: nativeRuntime, pairs: PAIRS });
  const setting = card.task === "entailment" ? "ENTAILMENT_MODEL" : "EMBEDDER_MODEL";
  if (card.task === "entailment") console.log(describeThresholds(card).join("\n"));
  console.log(`Added ${card.id} in ${path}; ${setting}=${card.id} chooses it`);
}
