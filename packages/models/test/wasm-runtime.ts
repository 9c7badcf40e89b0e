import { readFile } from "node:fs/promises";
import * as ort from "onnxruntime-web";
import { type Ort, openSession, type Runtime } from "../src/runtime.ts";

ort.env.wasm.numThreads = 1;

/** The same library as WebAssembly, which runs where no native code does. */
export const wasmRuntime: Runtime = {
  name: "onnxruntime-web",
  open: async (modelFile) => openSession(ort as unknown as Ort, await readFile(modelFile)),
};
