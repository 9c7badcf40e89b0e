import { DocumentError } from "@assay/contract";
import { openScanner } from "../../egress/open-parts.ts";
import { senderOfDocument } from "../../jobs/sender-of.ts";
import type { Attempt, Outcome } from "../../jobs/stage.ts";
import type { ScannerCard } from "../../ports/models.ts";
import type { SourceFile } from "../../ports/text-extractor.ts";
import type { DocumentRow } from "../to-document.ts";
import { now, updateDocument } from "./open-document.ts";

const FINDING_LENGTH_MAX = 100;

/**
 * Has the scanner look at a file before anything reads it; the next attempt reads it. Undefined where there is no scanner,
 * or it has looked.
 */
export async function scanDocument(
  card: ScannerCard | undefined,
  attempt: Attempt,
  { scannedAt }: DocumentRow,
  file: SourceFile,
): Promise<Outcome | undefined> {
  if (!card || scannedAt) return undefined;
  const { signal } = attempt;
  const fileScanner = openScanner(senderOfDocument(attempt), card);
  const outcome = await attempt.ask("scanner", () => attempt.hold(() => fileScanner.scan(file, { signal })));
  switch (outcome.state) {
    case "INFECTED": {
      const finding = outcome.finding.slice(0, FINDING_LENGTH_MAX);
      throw new DocumentError("INFECTED_FILE", `Cannot read the file: the malware scanner found '${finding}'`);
    }
    case "TOO_LARGE":
      throw new DocumentError(
        "UNREADABLE_FILE",
        "Cannot read the file because the malware scanner takes none of its size: ask an operator to raise its limit",
      );
    case "CLEAN":
      return {
        state: "more",
        write: async (tx) => {
          await updateDocument(tx, attempt.job, { scannedAt: now });
          return [];
        },
      };
  }
}
