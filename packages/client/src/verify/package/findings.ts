/** The checks of a package, in their order, and what each proves. */
export const PACKAGE_CHECKS = {
  archive: "the archive holds its entries and nothing else",
  manifest: "every file is there, with its size and SHA-256, and none more",
  signed: "a key of the service signed the manifest",
  form: "each JSON text is the RFC 8785 form of what it holds",
  snapshot: "the snapshot is the one that the manifest names, with the fields of its format",
  counts: "the counts are those of the assessments and files",
  statuses: "each status follows from confidence and thresholds",
  citations: "each cited text has the digest that was taken of it",
  exceptions: "what is marked as covered has an exception in force",
  meaning: "what the check for meaning did to each quote follows from its scores and thresholds",
  chunks: "each cited chunk's text has the digest taken of it",
  quotes: "each quote lies in the chunk that it names",
  documents: "each document has the digest that the snapshot names, and so has each original",
  sources: "each source's manifests lead from its first to the one that the run pins, signed",
  egress: "each place that the text went to is in the snapshot, with the counts that the audit log has the digest of",
  audit: "the audit chain of the run is whole, and says this snapshot and these acts",
  checkpoint: "a key of the service signed the end of the chain, with its counter",
  "sign-offs": "each act is signed, in its turn and by the right person, over these verdicts and reviews",
  statements: "each verdict has its signed statement, which says what the snapshot says",
} as const;

export type PackageCheckName = keyof typeof PACKAGE_CHECKS;
export type FaultKind = "content" | "signature" | "incomplete";

export interface PackageCheck {
  readonly check: PackageCheckName;
  readonly result: "PROVED" | "NOT_PROVED" | "FAILED";
  /** What is wrong; of what is not proved, what it needs. */
  readonly problems: readonly string[];
}

/** What a check throws where it cannot go on. */
export class PackageFault extends Error {
  override readonly name = "PackageFault";
}

/** The earlier one decides where a package has several faults. */
const WEIGHT: readonly FaultKind[] = ["content", "signature", "incomplete"];

export class Findings {
  readonly #problems = new Map<PackageCheckName, string[]>();
  readonly #open = new Map<PackageCheckName, Set<string>>();
  readonly #done = new Set<PackageCheckName>();
  readonly #kinds = new Set<FaultKind>();

  fail(check: PackageCheckName, problem: string, kind: FaultKind = "content"): void {
    this.#kinds.add(kind);
    const problems = this.#problems.get(check);
    if (problems) problems.push(problem);
    else this.#problems.set(check, [problem]);
  }

  leaveOpen(check: PackageCheckName, why: string): void {
    this.#open.set(check, (this.#open.get(check) ?? new Set()).add(why));
  }

  /** Runs a check: whatever damaged files do to it is a problem of that check. */
  async run(check: PackageCheckName, act: () => Promise<void> | void): Promise<boolean> {
    try {
      await act();
      this.#done.add(check);
    } catch (error) {
      const said = error instanceof PackageFault ? error.message : `it cannot be read (${(error as Error).name})`;
      this.fail(check, said);
    }
    return !this.#problems.has(check);
  }

  get word(): "valid" | FaultKind {
    return WEIGHT.find((kind) => this.#kinds.has(kind)) ?? "valid";
  }

  toChecks(): PackageCheck[] {
    return (Object.keys(PACKAGE_CHECKS) as PackageCheckName[]).map((check) => {
      const problems = this.#problems.get(check);
      if (problems) return { check, result: "FAILED", problems };
      const open = [...(this.#open.get(check) ?? [])];
      const isProved = this.#done.has(check) && open.length === 0;
      return { check, result: isProved ? "PROVED" : "NOT_PROVED", problems: open };
    });
  }
}
