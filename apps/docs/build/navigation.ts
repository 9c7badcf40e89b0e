export interface Section {
  readonly label: string;
  /** Files below `docs/`, without `.md`, in the order of reading, each with its short name. */
  readonly pages: Readonly<Record<string, string>>;
}

/** Every page of `docs/`, once. */
export const NAVIGATION: readonly Section[] = [
  {
    label: "Start",
    pages: {
      "quick-start": "Quick start",
      concepts: "Concepts",
      "what-a-snapshot-proves": "What a snapshot proves",
    },
  },
  {
    label: "Guides",
    pages: {
      "guides/upload-evidence": "Upload evidence",
      "guides/read-verdicts": "Run and read verdicts",
      "guides/follow-a-run": "Follow a run",
      "guides/gate-a-pipeline": "Gate a pipeline",
      "guides/periods": "Periods and occurrences",
      "guides/handle-errors": "Errors and retries",
      "guides/verify-a-snapshot": "Verify a snapshot",
      "guides/import-a-pack": "Import your own pack",
      "guides/keys-and-people": "Keys and people",
    },
  },
  {
    label: "Use Assay",
    pages: {
      portal: "The portal",
      admin: "The admin console",
      reading: "What is read",
      "evidence-over-time": "Evidence over time",
      "use/verdicts": "What a verdict is worth",
      "check-for-meaning": "The check for meaning",
      "auditors-link": "The auditor's link",
      review: "Reviewing verdicts",
      exceptions: "Exceptions",
      "sign-off": "Sign-off",
    },
  },
  {
    label: "Integrate",
    pages: {
      sdk: "SDK",
      cli: "Command line",
      "github-action": "GitHub Action",
      webhooks: "Webhooks",
      mcp: "Assistants (MCP)",
      api: "HTTP API",
      errors: "Errors",
    },
  },
  {
    label: "Operate",
    pages: {
      "self-hosting": "Self-hosting",
      cloud: "Cloud",
      configuration: "Configuration",
      models: "Models",
      operations: "Operations",
      reliability: "Reliability",
      performance: "Performance",
      security: "Security",
    },
  },
  {
    label: "Understand",
    pages: {
      quality: "How verdicts are measured",
      "quality-offline-sample": "A sample, read one by one",
      architecture: "Architecture",
      "decisions/0001-postgres-holds-the-work": "PostgreSQL holds the jobs",
      "decisions/0002-isolation-by-the-database": "The database isolates",
      "decisions/0003-a-quote-or-no-verdict": "A quote or no verdict",
      "decisions/0004-embedded-default": "Embedded by default",
      "decisions/0005-cloud-parts-by-their-settings": "Cloud parts by settings",
      "decisions/0006-sites-are-static-files": "Sites are static files",
    },
  },
];
