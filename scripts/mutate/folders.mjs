// Which suites watch over a folder's rules, those that take the least first: a mutant is tried until one fails.
const core = (...suites) => ({ home: "packages/core", suites });

export const FOLDERS = {
  "packages/core/src/reviews": core(
    "test/reviews/",
    "test/database/review-counts.test.ts",
    "test/database/reviews.test.ts",
    "test/database/review-changes.test.ts",
  ),
  "packages/core/src/exceptions": core("test/database/exceptions.test.ts", "test/database/exceptions-in-runs.test.ts"),
  "packages/core/src/sign-offs": core("test/database/sign-offs.test.ts"),
  "packages/core/src/webhooks": core(
    "test/webhooks/",
    "test/database/webhook-changes.test.ts",
    "test/database/webhooks.test.ts",
    "test/database/expiring-evidence.test.ts",
  ),
  "packages/core/src/links": core("test/database/links.test.ts"),
  "packages/core/src/search": core(
    "test/search/",
    "test/database/search-evidence.test.ts",
    "test/database/search-in-parts.test.ts",
  ),
  "packages/client/src/verify": {
    home: "packages/client",
    suites: ["test/verify-sign-offs.test.ts", "test/verify.test.ts"],
  },
};
