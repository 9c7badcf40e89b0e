import { open } from "node:fs/promises";
import type { Exception, Review } from "../../generated/types.ts";
import type { Snapshot } from "../../verify/index.ts";
import { PackageFault } from "../../verify/package/findings.ts";
import { PackageFiles } from "../../verify/package/package-files.ts";
import { readArchive } from "../../verify/package/read-archive.ts";
import { defineCommand } from "../command.ts";
import { CommandError } from "../exit-codes.ts";
import { formatCount } from "../format-count.ts";
import { compareResults } from "../oscal/compare-results.ts";
import { type ReadResults, readAssessmentResults } from "../oscal/read-assessment-results.ts";
import { toOneLine } from "../terminal/plain-text.ts";
import { toSource } from "../verify/verify-package-file.ts";

const FILES = ["assessment-results.json", "snapshot.json", "reviews.json", "exceptions.json"];
const DIFFERENCES_MAX = 20;
const FIX = "It must be what `assay package` saves. `assay verify` says more about it.";

export const packageRead = defineCommand({
  name: "package read",
  group: "proof",
  summary: "Read the verdicts, quotes, reviews and exceptions of a package out of its OSCAL",
  details: [
    "As JSON. It fails with 1 where they differ from the package's snapshot, reviews and exceptions. It proves no signature: `assay verify` does.",
  ],
  arguments: [{ name: "file", completes: "file", says: "What `assay package` saved." }],
  options: {},
  examples: [{ command: "assay package read package.zip > verdicts.json", does: "For another tool" }],
  async run({ args, terminal }) {
    const { read, differences } = await readPackage(args[0]!).catch((error: unknown) => {
      if (error instanceof PackageFault || error instanceof TypeError)
        throw new CommandError("CHECK_FAILED", `Cannot read '${args[0]}': ${toOneLine(error.message)}`, FIX);
      throw error;
    });
    terminal.printJson({ ...read, differences });
    if (differences.length === 0) return undefined;
    for (const difference of differences.slice(0, DIFFERENCES_MAX)) terminal.note(toOneLine(difference));
    terminal.note(`The OSCAL is NOT what the package records: ${formatCount(differences.length, "difference")}.`);
    return "CHECK_FAILED";
  },
});

interface ReadPackage {
  readonly read: ReadResults;
  readonly differences: readonly string[];
}

/** Throws PackageFault or TypeError for what is no package. */
async function readPackage(path: string): Promise<ReadPackage> {
  const file = await open(path);
  try {
    const source = toSource(file, (await file.stat()).size);
    const files = new PackageFiles(source, await readArchive(source));
    const absent = FILES.filter((name) => !files.entries.has(name));
    if (absent.length > 0) throw new PackageFault(`it has no ${absent.join(", ")}`);
    const { reviews } = (await files.json("reviews.json")) as { readonly reviews: readonly Review[] };
    const { exceptions } = (await files.json("exceptions.json")) as { readonly exceptions: readonly Exception[] };
    const snapshot = (await files.json("snapshot.json")) as Snapshot;
    const snapshotHash = await files.digest("snapshot.json");
    const read = readAssessmentResults(await files.json("assessment-results.json"));
    return { read, differences: compareResults(read, { snapshotHash, snapshot, reviews, exceptions }) };
  } finally {
    await file.close();
  }
}
