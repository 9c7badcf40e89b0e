export interface Section {
  readonly label: string;
  /** Files below `docs/`, without `.md`, in the order of reading. */
  readonly pages: readonly string[];
}

/** Every page of the site, once. */
export const NAVIGATION: readonly Section[] = [
  { label: "Use Assay", pages: ["portal", "admin", "evidence-over-time", "quality", "quality-offline-sample"] },
  { label: "Integrate", pages: ["sdk", "api", "errors"] },
  { label: "Operate", pages: ["self-hosting", "cloud", "configuration", "models", "operations", "security"] },
  {
    label: "Understand",
    pages: [
      "architecture",
      "decisions/0001-postgres-holds-the-work",
      "decisions/0002-isolation-by-the-database",
      "decisions/0003-a-quote-or-no-verdict",
      "decisions/0004-embedded-default",
      "decisions/0005-cloud-parts-by-their-settings",
      "decisions/0006-sites-are-static-files",
    ],
  },
];
