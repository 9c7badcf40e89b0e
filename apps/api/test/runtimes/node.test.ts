import { NODE } from "../support/runtimes.ts";
import { describeRuntime } from "./describe-runtime.ts";

describeRuntime(NODE);
