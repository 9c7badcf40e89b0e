/**
 * The form in which `npm test` runs: the first look omits what needs a server, a browser or minutes. Set by
 * `scripts/test.mjs`; a suite that is started by hand runs whole.
 */
export const FIRST_LOOK = process.env.ASSAY_TEST_FORM === "first-look";

/**
 * How long anything of a suite may take, in milliseconds: a machine that is busy ten times over takes its time, and what
 * is wrong fails anyway. Vitest's own limits (5 s a test, 10 s a hook, 1 s a poll) tell a slow machine from nothing.
 */
export const PATIENCE = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 60_000 } } };

/** Suites that the first look omits as they take longest, by package. It names them when it ends. */
export const LONG_SUITES = {
  "apps/api": [
    "test/config/data-folder",
    "test/http/admin-runs",
    "test/http/authorization-matrix",
    "test/http/catalogue-import",
    "test/http/checkpoint-keys",
    "test/http/client",
    "test/http/command-line",
    "test/http/command-line-people",
    "test/http/corpus",
    "test/http/cross-tenant",
    "test/http/documents",
    "test/http/generated-client",
    "test/http/generated-requests",
    "test/http/github-action",
    "test/http/idempotency",
    "test/http/link-matrix",
    "test/http/mcp",
    "test/http/mediocre-model",
    "test/http/newer-schema",
    "test/http/operations",
    "test/http/outages",
    "test/http/packs",
    "test/http/passwords",
    "test/http/read-images",
    "test/http/retrieval-versions",
    "test/http/role-matrix",
    "test/http/run-models",
    "test/http/search",
    "test/http/segments",
    "test/http/stored-results",
    "test/http/telemetry-canaries",
    "test/http/upload-limits",
    "test/queue/queue-faults",
  ],
  "packages/adapters": ["test/s3/s3-file-store", "test/supabase/storage-faults", "test/supabase/supabase-file-store"],
  "packages/core": [
    "test/database/audit-chain",
    "test/database/evidence-over-time",
    "test/database/exceptions-in-runs",
    "test/database/folder-histories",
    "test/database/guard-files",
    "test/database/lexical-weight",
    "test/database/model-outages",
    "test/database/outages",
    "test/database/quota",
    "test/database/recommended-version",
    "test/database/rehash-pace",
    "test/database/review-changes",
    "test/database/review-size",
    "test/database/run-costs",
    "test/database/runs-that-end",
    "test/database/search-in-parts",
    "test/database/sealed-records",
    "test/database/sealed-results",
    "test/database/stored-results",
    "test/database/verification",
    "test/database/webhooks",
    "test/predicates/tenant-predicates",
    "test/telemetry/scrub-properties",
  ],
  "packages/identity": ["test/passwords", "test/stored-state"],
  "packages/models": ["test/process/model-process", "test/wasm"],
  "packages/quality": ["test/pictures"],
  "packages/reader": ["test/child-process", "test/limits", "test/resume", "test/fuzz/parsers", "test/ocr/ocr-engine"],
} as const;

/** The files that this form of `npm test` omits of a package. */
export function leftOut(home: keyof typeof LONG_SUITES): string[] {
  return FIRST_LOOK ? LONG_SUITES[home].map((suite) => `${suite}.test.ts`) : [];
}
