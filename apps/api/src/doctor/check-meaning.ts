import { tmpdir } from "node:os";
import { checkFiles, listModels } from "@assay/models";
import type { Config } from "../config.ts";
import { openMeaning } from "../parts/meaning.ts";
import { meaningProvider } from "../parts/meaning-server.ts";
import type { Finding } from "./finding.ts";

const TIMEOUT_MS = 120_000;
const PAIR = {
  requirement: "Backups are restored as a test at least every 90 days.",
  evidence: "Backups of all systems are restored as a test every 30 days, and each result is recorded.",
  context: "Check",
};

/** Which models are there and whether their files are whole; then one pair, for real. */
export async function checkMeaning(config: Config): Promise<Finding[]> {
  return [...(await checkModelFiles(config)), await checkScoring(config)];
}

async function checkModelFiles({ ASSAY_MODELS_DIR: modelsDir }: Config): Promise<Finding[]> {
  try {
    const models = await listModels(modelsDir);
    return await Promise.all(
      models.map(async (model): Promise<Finding> => {
        const { id, task, base } = model.card;
        const problem = await checkFiles(model).then(
          () => undefined,
          (error: Error) => error.message,
        );
        if (problem !== undefined) return { ok: false, text: problem };
        return { ok: true, text: `Model ${id} (${task}, ${base}): its files are whole` };
      }),
    );
  } catch (error) {
    return [{ ok: false, text: `${(error as Error).message}; check ASSAY_MODELS_DIR` }];
  }
}

async function checkScoring(config: Config): Promise<Finding> {
  const provider = meaningProvider(config, "onnx");
  if (provider === "none")
    return { ok: true, text: "Citations are not checked for meaning: ENTAILMENT_PROVIDER=onnx checks them here" };
  const opened = await openMeaning(config, tmpdir()).catch((error: Error) => error.message);
  if (typeof opened === "string") return { ok: false, text: opened };
  const { entailment } = opened.meaning!;
  try {
    await entailment.score([PAIR], AbortSignal.timeout(TIMEOUT_MS));
    const place = provider === "http" ? "a server" : `this machine, by ${entailment.runtime}`;
    return { ok: true, text: `Meaning: ${entailment.model} checks citations on ${place}` };
  } catch (error) {
    return { ok: false, text: (error as Error).message };
  } finally {
    await opened.close();
  }
}
