import * as ort from "onnxruntime-node";
import { NATIVE_RUNTIME } from "./native-runtime-name.ts";
import { type Ort, openSession, type Runtime } from "./runtime.ts";

/** onnxruntime's native code. Loading this module loads it: only in a process that computes. */
export const nativeRuntime: Runtime = {
  name: NATIVE_RUNTIME,
  open: (modelFile) => openSession(ort as unknown as Ort, modelFile),
};
