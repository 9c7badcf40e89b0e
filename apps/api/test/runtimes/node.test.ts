import { describeRuntime } from "./describe-runtime.ts";
import { NODE } from "../support/runtimes.ts";

describeRuntime(NODE);
