import { DENO } from "../support/runtimes.ts";
import { describeRuntime } from "./describe-runtime.ts";

describeRuntime(DENO);
