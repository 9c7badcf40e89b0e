// What `npm run <command>` runs, with the pinned Node.

// Pieces of an upload die young: a small nursery gives their memory back before it adds up.
const SMALL_NURSERY = "--max-semi-space-size=2";
export const COMMANDS = {
  start: [SMALL_NURSERY, "tools/demo/src/start-demo.ts"],
  serve: [SMALL_NURSERY, "apps/api/src/entry/node.ts"],
  dev: ["--watch", "apps/api/src/entry/node.ts"],
  build: ["scripts/build-sites.mjs"],
  test: ["scripts/test.mjs"],
  screenshots: ["scripts/take-screenshots.mjs"],
  check: ["scripts/check.mjs"],
  "types:client": ["packages/client/build/generate-types.ts"],
  changeset: ["node_modules/@changesets/cli/bin.js"],
  audit: ["scripts/audit.mjs"],
  notices: ["scripts/write-notices.mjs"],
  bench: ["scripts/bench.mjs"],
  "bench:console": ["packages/bench/src/console/index.ts"],
  quality: ["packages/quality/src/index.ts"],
  "db:migrate": ["apps/api/src/commands/migrate.ts"],
  "tenant:create": ["apps/api/src/commands/create-tenant.ts"],
  "pack:import": ["apps/api/src/commands/import-pack.ts"],
  "bucket:create": ["apps/api/src/commands/create-bucket.ts"],
  "schedule:create": ["apps/api/src/commands/create-schedule.ts"],
  "schedule:remove": ["apps/api/src/commands/remove-schedule.ts"],
  "checkpoint-key:create": ["apps/api/src/commands/create-checkpoint-key.ts"],
  "checkpoint-key:rotate": ["apps/api/src/commands/rotate-checkpoint-key.ts"],
  "checkpoint-key:export": ["apps/api/src/commands/export-checkpoint-key.ts"],
  "checkpoint-key:keep": ["apps/api/src/commands/keep-checkpoint-key.ts"],
  "webhook-key:create": ["apps/api/src/commands/create-webhook-key.ts"],
  "webhook-key:rotate": ["apps/api/src/commands/rotate-webhook-key.ts"],
  preview: ["apps/preview/src/main.ts"],
  doctor: ["apps/api/src/commands/doctor.ts"],
};
