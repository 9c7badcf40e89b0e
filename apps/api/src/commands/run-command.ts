import { AssayError } from "@assay/contract";
import { ConfigError } from "../config.ts";
import { describeError } from "../logger.ts";

/** Runs a command to its end; an error that is ours is said in its own words, any other without its data. */
export async function runCommand(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    process.exitCode = 1;
    if (error instanceof ConfigError) console.error(error.message);
    else if (error instanceof AssayError) {
      console.error(error.message);
      for (const { field, issue } of (error.details?.issues ?? []) as { field: string; issue: string }[])
        console.error(`  ${field}: ${issue}`);
      if (error.details?.issuesOmitted) console.error(`  and ${String(error.details.issuesOmitted)} more`);
    } else console.error(JSON.stringify(describeError(error), null, 2));
  }
}
