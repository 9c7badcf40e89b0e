import { keysToText, makeSigningKeys } from "@assay/adapters/key-signer";
import { type Settings, settings } from "@assay/contract";
import { expect, test } from "vitest";
import { readConfig, SETTINGS } from "../../src/config.ts";
import { configuredModels } from "../../src/parts/models.ts";
import { showSettings } from "../../src/settings/show-settings.ts";

const SIGNING_KEY = keysToText(await makeSigningKeys());

/** A value for every setting that takes text, each with a canary of its own. */
const CANARIES: Readonly<Record<string, string>> = {
  HOST: "canary-host",
  ASSAY_DATA_DIR: "/canary-data-dir",
  CORS_ORIGINS: "https://canary-cors.example.com",
  DATABASE_URL: "postgres://canary-user:canary-password@canary-db.neon.tech/canary",
  DATABASE_MIGRATE_URL: "postgres://canary-owner:canary-password@canary-db.neon.tech/canary",
  DATABASE_WS_PROXY: "wss://canary-proxy.example.com",
  API_URL: "https://canary-api.example.com",
  EXTRACTION_URL: "https://canary-reader.example.com",
  QSTASH_URL: "https://canary-qstash.example.com",
  QSTASH_TOKEN: "canary-qstash-token",
  QSTASH_CURRENT_SIGNING_KEY: "canary-current",
  QSTASH_NEXT_SIGNING_KEY: "canary-next",
  SUPABASE_URL: "https://canary-project.supabase.co",
  SUPABASE_SECRET_KEY: "canary-secret",
  SUPABASE_PUBLISHABLE_KEY: "canary-publishable",
  SUPABASE_JWT_SECRET: "canary-jwt",
  SUPABASE_BUCKET: "canary-bucket",
  SUPABASE_PATH_PREFIX: "canary-prefix",
  CHECKPOINT_SIGNING_KEY: SIGNING_KEY,
  GEMINI_API_KEY: "canary-gemini",
  GEMINI_BASE_URL: "https://canary-gemini.example.com",
  OPENAI_COMPATIBLE_BASE_URL: "https://canary-models.example.com/v1",
  OPENAI_COMPATIBLE_API_KEY: "canary-model-key",
  OTEL_EXPORTER_OTLP_ENDPOINT: "https://canary-collector.example.com",
  OTEL_EXPORTER_OTLP_HEADERS: "authorization=canary-header",
};
/** Names of models, and what is part of one. */
const PUBLIC = {
  MODEL_PROVIDER: "openai-compatible",
  GEMINI_MODEL: "gemini-3.5-flash",
  OPENAI_COMPATIBLE_MODEL: "shown-judge",
  OPENAI_COMPATIBLE_EMBEDDING_MODEL: "shown-embedder",
  OPENAI_COMPATIBLE_QUERY_PREFIX: "query: ",
  OPENAI_COMPATIBLE_DOCUMENT_PREFIX: "passage: ",
};

const show = (env: Readonly<Record<string, string>>): Settings => {
  const config = readConfig(env);
  return showSettings(config, configuredModels(config));
};
const leaves = (shown: Settings) => Object.values(shown).flatMap((group) => Object.values(group));

test("no key, address or folder can appear among the settings that administrators see", () => {
  const shown = show({ ...CANARIES, ...PUBLIC });
  const text = JSON.stringify(settings.parse(shown));
  expect(text).not.toMatch(/canary|https?:|wss?:|postgres:/);
  for (const part of SIGNING_KEY.split(/[^A-Za-z0-9_-]/).filter((piece) => piece.length >= 16))
    expect(text).not.toContain(part);
  expect(shown.parts).toMatchObject({
    database: { value: "NEON" },
    storage: { value: "SUPABASE" },
    queue: { value: "QSTASH" },
    identity: { value: "SUPABASE" },
    signingKey: { value: "SETTING" },
  });
  expect(shown.models).toMatchObject({
    provider: { value: "openai-compatible" },
    embedder: { value: { model: expect.stringContaining("shown-embedder") } },
    assessor: { value: { model: "shown-judge" } },
  });
  expect(shown.telemetry.exporter.value).toBe(true);
});

test("every setting that takes free text has a canary here, so that a new one cannot be forgotten", () => {
  const takesText = SETTINGS.filter((name) => {
    try {
      readConfig({ [name]: "canary text" });
      return true;
    } catch (error) {
      return !/(expected number|must be (a (whole )?number|from 0 to 1|true or false|gemini, ))/.test(String(error));
    }
  });
  expect(takesText.filter((name) => !(name in CANARIES) && !(name in PUBLIC))).toEqual([]);
});

test("a value names the variables that set it, and without any settings the embedded parts are shown", () => {
  const shown = show({ SUPER_ADMIN_MODE: "true", MAX_UPLOAD_BYTES: "1000" });
  for (const { setBy } of leaves(shown)) for (const name of setBy) expect(SETTINGS).toContain(name);
  expect(shown.service.superAdminMode).toEqual({ value: true, setBy: ["SUPER_ADMIN_MODE"] });
  expect(shown.limits.maxUploadBytes).toEqual({ value: 1000, setBy: ["MAX_UPLOAD_BYTES"] });
  expect(shown.parts).toMatchObject({
    database: { value: "EMBEDDED" },
    storage: { value: "DATA_FOLDER" },
    queue: { value: "IN_PROCESS" },
    identity: { value: "BUILT_IN" },
    signingKey: { value: "DATA_FOLDER" },
  });
  expect(shown.models.provider.value).toBe("offline");
});
