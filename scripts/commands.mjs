// What `npm run <command>` runs, with the pinned Node.

// Pieces of an upload die young: a small nursery gives their memory back before it adds up.
const SMALL_NURSERY = "--max-semi-space-size=2";
// Of a bundle, which the launcher builds where the sources have changed, stack traces name the sources.
const BUNDLED = [SMALL_NURSERY, "--enable-source-maps"];
/** Of a service: glibc would keep up to 64 MB of what each thread has given back. A setting of the caller's counts. */
export const SERVICE_ENV = { MALLOC_TRIM_THRESHOLD_: "4194304" };
export const COMMANDS = {
  start: [...BUNDLED, "apps/api/dist/demo.mjs"],
  serve: [...BUNDLED, "apps/api/dist/service.mjs"],
  dev: ["--watch", "apps/api/src/entry/node.ts"],
  build: ["scripts/build-sites.mjs"],
  test: ["scripts/test.mjs"],
  screenshots: ["scripts/take-screenshots.mjs"],
  check: ["scripts/check.mjs"],
  new: ["scripts/new.mjs"],
  "prove-ci": ["scripts/prove-ci.mjs"],
  "types:client": ["packages/client/build/generate-types.ts"],
  "client:pack": ["scripts/pack-client.mjs"],
  changeset: ["node_modules/@changesets/cli/bin.js"],
  audit: ["scripts/audit.mjs"],
  notices: ["scripts/write-notices.mjs"],
  "test:s3": [
    ...["packages/adapters/node_modules/vitest/vitest.mjs", "run", "--root", "packages/adapters"],
    ...["--config", "vitest.s3.config.ts"],
  ],
  bench: ["packages/bench/src/index.ts"],
  "bench:console": ["packages/bench/src/console/index.ts"],
  chaos: ["scripts/run-chaos.mjs"],
  "upgrade:dump": ["scripts/make-upgrade-dump.mjs"],
  quality: ["packages/quality/src/index.ts"],
  fuzz: ["scripts/fuzz.mjs"],
  matrix: ["scripts/matrix.mjs"],
  mutate: ["scripts/mutate.mjs"],
  "db:migrate": ["apps/api/src/commands/migrate.ts"],
  "tenant:create": ["apps/api/src/commands/create-tenant.ts"],
  "pack:import": ["apps/api/src/commands/import-pack.ts"],
  model: ["apps/api/src/commands/model.ts"],
  "bucket:create": ["apps/api/src/commands/create-bucket.ts"],
  "files:move": ["apps/api/src/commands/move-files.ts"],
  "schedule:create": ["apps/api/src/commands/create-schedule.ts"],
  "schedule:remove": ["apps/api/src/commands/remove-schedule.ts"],
  "checkpoint-key:create": ["apps/api/src/commands/create-checkpoint-key.ts"],
  "checkpoint-key:rotate": ["apps/api/src/commands/rotate-checkpoint-key.ts"],
  "checkpoint-key:export": ["apps/api/src/commands/export-checkpoint-key.ts"],
  "checkpoint-key:keep": ["apps/api/src/commands/keep-checkpoint-key.ts"],
  "audit:resume": ["apps/api/src/commands/resume-audit.ts"],
  "domain:prove": ["apps/api/src/commands/prove-domain.ts"],
  "person:reset-factors": ["apps/api/src/commands/reset-factors.ts"],
  "webhook-key:create": ["apps/api/src/commands/create-webhook-key.ts"],
  "person:reset": ["apps/api/src/commands/reset-person.ts"],
  "person:prove-address": ["apps/api/src/commands/prove-address.ts"],
  "webhook-key:rotate": ["apps/api/src/commands/rotate-webhook-key.ts"],
  "webhook-key:export": ["apps/api/src/commands/export-webhook-key.ts"],
  preview: ["apps/preview/src/main.ts"],
  doctor: ["apps/api/src/commands/doctor.ts"],
};
