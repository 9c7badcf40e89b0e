import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { SetBuilder } from "./build-sets.ts";
import * as builders from "./build-sets.ts";
import { type RetrievalSet, readSet } from "./retrieval-set.ts";

interface ListedSet {
  readonly name: string;
  /** `tuned`: its figures were seen while weights and scale were chosen. By whole sets, not by queries. */
  readonly half: "tuned" | "kept back";
  readonly what: string;
  readonly licence: string;
  /** What is right says which statements of two standards belong together, not which text answers. */
  readonly isMapping: boolean;
  /** Stored in the repository; the others are built from a folder with the checkouts of `sources`. */
  readonly stored: boolean;
  readonly sources: readonly string[];
  readonly build: SetBuilder;
}

const CISO = "ciso-assistant-community";
const PUBLIC_DOMAIN = "public domain (NIST)";

export const RETRIEVAL_SETS: readonly ListedSet[] = [
  {
    name: "csf-examples",
    half: "tuned",
    what: "NIST CSF 2.0: outcome → implementation example",
    licence: PUBLIC_DOMAIN,
    isMapping: false,
    stored: true,
    sources: [CISO],
    build: builders.csfExamples,
  },
  {
    name: "hipaa-controls",
    half: "tuned",
    what: "NIST SP 800-66: HIPAA activity → mapped control of SP 800-53",
    licence: PUBLIC_DOMAIN,
    isMapping: true,
    stored: true,
    sources: [CISO],
    build: builders.hipaaControls,
  },
  {
    name: "sp171-discussion",
    half: "tuned",
    what: "NIST SP 800-171: requirement → its discussion",
    licence: PUBLIC_DOMAIN,
    isMapping: false,
    stored: true,
    sources: [CISO],
    build: builders.sp171Discussion,
  },
  {
    name: "asvs-cheat-sheets",
    half: "tuned",
    what: "OWASP ASVS 5.0: requirement → cheat sheet of its section",
    licence: "CC BY-SA 4.0",
    isMapping: false,
    stored: false,
    sources: ["ASVS", "CheatSheetSeries"],
    build: builders.asvsCheatSheets,
  },
  {
    name: "csf-versions",
    half: "tuned",
    what: "NIST CSF 1.1: outcome → mapped outcome of CSF 2.0",
    licence: PUBLIC_DOMAIN,
    isMapping: true,
    stored: true,
    sources: [CISO],
    build: builders.csfVersions,
  },
  {
    name: "sp53-discussion",
    half: "tuned",
    what: "NIST SP 800-53: base control → its discussion",
    licence: PUBLIC_DOMAIN,
    isMapping: false,
    stored: true,
    sources: [CISO],
    build: builders.sp53Discussion,
  },
  {
    name: "nis2-guidance",
    half: "tuned",
    what: "Regulation (EU) 2024/2690: point → ENISA's guidance",
    licence: "CC BY 4.0",
    isMapping: false,
    stored: false,
    sources: [CISO],
    build: builders.nis2Guidance,
  },
  {
    name: "health-policies",
    half: "tuned",
    what: "a company's policies: clause that they name → the sections that they name",
    licence: "CC BY-SA 4.0",
    isMapping: false,
    stored: false,
    sources: ["health-tech"],
    build: builders.healthPolicies,
  },
  {
    name: "cranfield",
    half: "tuned",
    what: "Cranfield: an engineer's question → abstract",
    licence: "free for research",
    isMapping: false,
    stored: false,
    sources: ["cranfield"],
    build: builders.cranfield,
  },
  {
    name: "hipaa-outcomes",
    half: "kept back",
    what: "NIST SP 800-66: HIPAA activity → mapped outcome of CSF 2.0",
    licence: PUBLIC_DOMAIN,
    isMapping: true,
    stored: true,
    sources: [CISO],
    build: builders.hipaaOutcomes,
  },
  {
    name: "company-controls",
    half: "kept back",
    what: "NIST SP 800-171: requirement → mapped control of a company",
    licence: "Cisco",
    isMapping: true,
    stored: false,
    sources: [CISO],
    build: builders.companyControls,
  },
  {
    name: "company-evidence",
    half: "kept back",
    what: "a company's control → the evidence that it names",
    licence: "Cisco",
    isMapping: false,
    stored: false,
    sources: [CISO],
    build: builders.companyEvidence,
  },
];

export const fileOf = (name: string) => new URL(`../../sets/retrieval/${name}.jsonl`, import.meta.url);

/** A set from the repository, or from the folder of checkouts; undefined where it is in neither. */
export function loadSet(
  { name, stored, sources, build }: ListedSet,
  folder: string | undefined,
): RetrievalSet | undefined {
  if (stored) return readSet(readFileSync(fileOf(name), "utf8"));
  if (!folder || !sources.every((source) => existsSync(join(folder, source)))) return undefined;
  return build(folder);
}
