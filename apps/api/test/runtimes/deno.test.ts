import { describeRuntime } from "./describe-runtime.ts";
import { DENO } from "../support/runtimes.ts";

describeRuntime(DENO);
