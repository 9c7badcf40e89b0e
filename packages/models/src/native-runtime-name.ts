/** By name alone, for a process that does not load it; a test holds it to the installed version. */
export const NATIVE_RUNTIME = "onnxruntime-node 1.30.0";
