import { parentPort, workerData } from "node:worker_threads";
import { AssayError } from "@assay/contract";
import type { PackJob, PackResult } from "./create-pack-parser.ts";
import { parsePack } from "./parse-pack.ts";

const { text, options } = workerData as PackJob;

function run(): PackResult {
  try {
    return { pack: parsePack(text, options) };
  } catch (error) {
    // Only plain values cross to the other thread.
    if (error instanceof AssayError) return { refusal: { message: error.message, details: error.details ?? {} } };
    throw error;
  }
}

parentPort!.postMessage(run());
