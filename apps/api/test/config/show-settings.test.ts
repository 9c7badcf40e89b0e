import { type Settings, settings } from "@assay/contract";
import { keysToText, makeSigningKeys } from "@assay/embedded/key-signer";
import { addSecretKey, secretKeysToText } from "@assay/embedded/secret-box";
import { expect, test } from "vitest";
import { readConfig, SETTINGS } from "../../src/config.ts";
import { configuredModels } from "../../src/parts/models.ts";
import { showSettings } from "../../src/settings/show-settings.ts";

const SIGNING_KEY = keysToText(await makeSigningKeys());

/** Values that say which part they choose, or have a form of their own. */
const CHOSEN: Readonly<Record<string, string>> = {
  DATABASE_URL: "postgres://canary-user:canary-password@canary-db.neon.tech/canary",
  SUPABASE_URL: "https://canary-project.supabase.co",
  CHECKPOINT_SIGNING_KEY: SIGNING_KEY,
  WEBHOOK_SECRET_KEY: secretKeysToText(addSecretKey()),
  NOTICE_WEBHOOK_SECRET: `whsec_canary${"A".repeat(38)}`,
  NOTICE_MAIL: "canary@example.com",
  FILES_KEY: secretKeysToText(addSecretKey()),
  FILES_KMS: "https://canary-vault.example.com/v1/transit/keys/canary",
  FILES_KMS_CREDENTIALS: JSON.stringify({ client_email: "canary@example.com", private_key: "canary" }),
  AUDIT_WEBHOOK_SECRET: `whsec_canary${"B".repeat(38)}`,
  AUDIT_SYSLOG_URL: "syslog+tls://canary.example.com",
};
/** Names of models, and what is part of one. */
const PUBLIC = {
  EMBEDDER_MODEL: "shown-embedder (query: / passage:)",
  OFFLINE_ASSESSOR: "offline-lexical-2",
  MODEL_PROVIDER: "openai-compatible",
  MODEL_FALLBACK_PROVIDER: "offline",
  GEMINI_MODEL: "gemini-3.5-flash",
  OPENAI_COMPATIBLE_MODEL: "shown-judge",
  OPENAI_COMPATIBLE_EMBEDDING_MODEL: "shown-embedder",
  OPENAI_COMPATIBLE_QUERY_PREFIX: "query: ",
  OPENAI_COMPATIBLE_DOCUMENT_PREFIX: "passage: ",
};

/** For each setting of free text a canary in the first form that it takes: a new setting has one without a line here. */
const CANARIES = Object.fromEntries(SETTINGS.flatMap((name) => (name in PUBLIC ? [] : canaryFor(name))));

function canaryFor(name: string): [string, string][] {
  const canary = `canary-${name.toLowerCase().replaceAll("_", "-")}`;
  const forms = [
    CHOSEN[name],
    canary,
    `https://${canary}.example.com`,
    `wss://${canary}.example.com`,
    `postgres://${canary}:canary-password@${canary}.example.com/canary`,
    `smtps://${canary}:canary-password@${canary}.example.com`,
    `tcp://${canary}.example.com`,
    `name=${canary}`,
  ];
  const taken = forms.find((form) => form !== undefined && !refusalOf(name, form));
  return taken === undefined ? [] : [[name, taken]];
}

function refusalOf(name: string, value: string): string | undefined {
  try {
    readConfig({ [name]: value });
  } catch (error) {
    return String(error)
      .split("\n")
      .find((line) => line.startsWith(`  ${name} `));
  }
  return undefined;
}

const show = (env: Readonly<Record<string, string>>): Settings => {
  const config = readConfig(env);
  return showSettings(config, configuredModels(config));
};
const leaves = (shown: Settings) => Object.values(shown).flatMap((group) => Object.values(group));

test("no key, address or folder can appear among the settings that administrators see", () => {
  const { FILES_DIR, ...CANARIES_TOGETHER } = CANARIES;
  expect(JSON.stringify(show({ FILES_DIR: FILES_DIR! }))).not.toContain("canary");
  const shown = show({ ...CANARIES_TOGETHER, ...PUBLIC });
  const text = JSON.stringify(settings.parse(shown));
  expect(text).not.toMatch(/canary|https?:|wss?:|smtps?:|tcp:|postgres:/);
  for (const part of SIGNING_KEY.split(/[^A-Za-z0-9_-]/).filter((piece) => piece.length >= 16))
    expect(text).not.toContain(part);
  expect(text).not.toContain(CANARIES.WEBHOOK_SECRET_KEY);
  expect(text).not.toContain(CANARIES.FILES_KEY);
  expect(shown.parts).toMatchObject({
    database: { value: "NEON" },
    storage: { value: "S3" },
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

test("only numbers and switches are without a canary", () => {
  const without = SETTINGS.filter((name) => !(name in CANARIES) && !(name in PUBLIC));
  for (const name of without)
    expect(refusalOf(name, "canary"), name).toMatch(
      /must be (a (whole )?number|from 0 to 1|true or false|on or off|auto or ask|on, apart or off|info, warn or error|onnx, http or none|generative-ai or genai|names of Tesseract|addresses or networks|a network such as)/,
    );
  expect(Object.keys(CANARIES).length).toBeGreaterThan(20);
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

test("where files are kept is shown by its kind", () => {
  expect(show({ FILES_DIR: "/mnt/assay" }).parts.storage.value).toBe("FOLDER");
  const { SUPABASE_URL, SUPABASE_SECRET_KEY, SUPABASE_PUBLISHABLE_KEY } = CANARIES as Record<string, string>;
  const supabase = { SUPABASE_URL, SUPABASE_SECRET_KEY, SUPABASE_PUBLISHABLE_KEY } as Record<string, string>;
  expect(show(supabase).parts.storage.value).toBe("SUPABASE");
  expect(show({ ...supabase, FILES_DIR: "/mnt/assay" }).parts.storage.value).toBe("FOLDER");
});
