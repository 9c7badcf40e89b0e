import { describeRuntime } from "./describe-runtime.ts";
import { WORKERD } from "../support/runtimes.ts";

describeRuntime(WORKERD);
