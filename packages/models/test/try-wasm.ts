import { listModels } from "../src/find-models.ts";
import { tryVectors } from "../src/try-vectors.ts";
import { wasmRuntime } from "./wasm-runtime.ts";

// A program: the worst difference of each model's first vectors, on whatever runs it.
const [most = "1"] = process.argv.slice(2);
const worst: Record<string, number> = {};
for (const model of await listModels(undefined))
  worst[model.card.id] = (await tryVectors(model, wasmRuntime, Number(most))).worst;
console.log(JSON.stringify(worst));
process.exit();
