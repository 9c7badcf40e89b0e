export interface Section {
  readonly label: string;
  /** Files below `docs/`, without `.md`, in the order of reading, each with its short name. */
  readonly pages: Readonly<Record<string, string>>;
}

/** Every page of `docs/`, once, by its reader. */
export const NAVIGATION: readonly Section[] = [
  {
    label: "Use",
    pages: {
      "use/quick-start": "Quick start",
      "use/concepts": "Concepts",
      "use/guides/upload-evidence": "Upload evidence",
      "use/guides/read-verdicts": "Run and read verdicts",
      "use/guides/periods": "Periods and occurrences",
      "use/guides/verify-a-snapshot": "Verify a snapshot",
      "use/guides/import-a-pack": "Import your own pack",
      "use/guides/keys-and-people": "Keys and people",
      "use/portal": "The portal",
      "use/admin": "The admin console",
      "use/reading": "What is read",
      "use/evidence-over-time": "Evidence over time",
      "use/verdicts": "What a verdict is worth",
      "use/check-for-meaning": "The check for meaning",
      "use/review": "Reviewing verdicts",
      "use/exceptions": "Exceptions",
      "use/sign-off": "Sign-off",
      "use/auditors-link": "The auditor's link",
      "use/what-a-snapshot-proves": "What a snapshot proves",
      "use/verify": "Check a package",
    },
  },
  {
    label: "Integrate",
    pages: {
      "integrate/guides/follow-a-run": "Follow a run",
      "integrate/guides/gate-a-pipeline": "Gate a pipeline",
      "integrate/guides/handle-errors": "Errors and retries",
      "integrate/sdk": "SDK",
      "integrate/cli": "Command line",
      "integrate/github-action": "GitHub Action",
      "integrate/statements": "Statements of verdicts",
      "integrate/webhooks": "Webhooks",
      "integrate/mcp": "Assistants (MCP)",
      "integrate/api": "HTTP API",
      "integrate/errors": "Errors",
      "integrate/versions": "Versions",
    },
  },
  {
    label: "Operate",
    pages: {
      "operate/self-hosting": "Self-hosting",
      "operate/cloud": "Cloud",
      "operate/configuration": "Configuration",
      "operate/tenants": "The life of a tenant",
      "operate/personal-data": "Personal data",
      "operate/single-sign-on": "Single sign-on",
      "operate/models": "Models",
      "operate/operations": "Operations",
      "operate/monitoring": "Metrics and notices",
      "operate/encryption": "Encryption of originals",
      "operate/reliability": "Reliability",
      "operate/performance": "Performance",
      "operate/security": "Security",
    },
  },
  {
    label: "Build",
    pages: {
      "build/architecture": "Architecture",
      "build/quality": "How verdicts are measured",
      "build/metrics": "Metrics",
      "build/package-format": "The format of a package",
      "build/decisions": "Decisions",
    },
  },
];

/** Addresses below `/docs` that a page had, and the one where its content is now. */
export const MOVED: Readonly<Record<string, string>> = {
  "use/verdicts": "verdicts",
  "quality-offline-sample": "quality",
  "decisions/0001-postgres-holds-the-work": "decisions",
  "decisions/0002-isolation-by-the-database": "decisions",
  "decisions/0003-a-quote-or-no-verdict": "decisions",
  "decisions/0004-embedded-default": "decisions",
  "decisions/0005-cloud-parts-by-their-settings": "decisions",
  "decisions/0006-sites-are-static-files": "decisions",
};

/** The address of a page below `/docs`: its file without the folder of its reader, so that a page may change readers. */
export function addressOf(file: string): string {
  return file.slice(file.indexOf("/") + 1);
}
