import type { RunDetails } from "../generated/types.ts";
import type { ExitName } from "./exit-codes.ts";
import type { Terminal } from "./terminal/terminal.ts";
import { countVerdicts, findGateFailure, type Gate } from "./verdicts.ts";

/** Says what fails the gate, and returns the exit that it means. Only a COMPLETED run can pass one. */
export function evaluateRun(terminal: Terminal, run: RunDetails, gates: readonly Gate[]): ExitName | undefined {
  if (gates.length === 0) return undefined;
  const failure = findGateFailure(gates, countVerdicts(run));
  if (failure !== null) {
    terminal.error(`The gate fails: ${failure} (--fail-on ${gates.join(",")})`);
    return "CHECK_FAILED";
  }
  if (run.status === "COMPLETED") return undefined;
  terminal.error(`The gate cannot pass because the run is ${run.status}`);
  return "INCOMPLETE";
}
