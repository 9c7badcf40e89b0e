import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keysToText, makeSigningKeys } from "@assay/embedded/key-signer";
import { afterAll, expect, test } from "vitest";
import { readConfig, SETTINGS } from "../../src/config.ts";
import { readProcessConfig } from "../../src/read-process-config.ts";
import { fileSettingOf, isSecretSetting } from "../../src/settings/secret-files.ts";

const DOCUMENT = readFileSync(new URL("../../../../docs/operate/configuration.md", import.meta.url), "utf8");
const SECRETS = SETTINGS.filter(isSecretSetting);

const folder = mkdtempSync(join(tmpdir(), "assay-secrets-"));
afterAll(() => rmSync(folder, { recursive: true }));

function fileWith(text: string): string {
  const path = join(folder, crypto.randomUUID());
  writeFileSync(path, text);
  return path;
}

const refusalOf = (env: Readonly<Record<string, string>>, read = readProcessConfig): string => {
  try {
    read(env);
    return "";
  } catch (error) {
    return (error as Error).message;
  }
};

test("each secret may be in a file, without a line for it here", () => {
  for (const name of SECRETS) {
    const absent = join(folder, "absent");
    expect(refusalOf({ [fileSettingOf(name)]: absent }), name).toContain(
      `${name}_FILE must name a file that can be read: it is '${absent}' (ENOENT)`,
    );
  }
  expect(SECRETS).toEqual(expect.arrayContaining(["DATABASE_URL", "SMTP_URL", "QSTASH_TOKEN", "S3_ACCESS_KEY_ID"]));
  expect(SECRETS).not.toContain("SUPABASE_PUBLISHABLE_KEY");
  expect(SECRETS).not.toContain("GEMINI_TOKENS_PER_MINUTE");
});

test("a secret from a file is the same as one from its setting, without the line break at the file's end", async () => {
  const CHECKPOINT_SIGNING_KEY = keysToText(await makeSigningKeys());
  const DATABASE_URL = "postgres://app:secret@db.example.com/assay";
  expect(
    readProcessConfig({
      CHECKPOINT_SIGNING_KEY_FILE: fileWith(`${CHECKPOINT_SIGNING_KEY}\n`),
      DATABASE_URL_FILE: fileWith(`${DATABASE_URL}\r\n`),
    }),
  ).toEqual(readConfig({ CHECKPOINT_SIGNING_KEY, DATABASE_URL }));
});

test("what a file holds is judged with all other settings, and is not in the message", () => {
  const refusal = refusalOf({
    DATABASE_URL_FILE: fileWith("mysql://app:secret-one@db"),
    S3_SECRET_ACCESS_KEY_FILE: fileWith("secret-two"),
    GEMINI_API_KEY: "secret-three",
    GEMINI_API_KEY_FILE: fileWith("secret-four"),
    QSTASH_TOKEN_FILE: fileWith("\n"),
    PORT: "x",
  });
  expect(refusal).toContain("DATABASE_URL must be a postgres:// address\n");
  expect(refusal).toContain("S3_BUCKET must be set because S3_SECRET_ACCESS_KEY is set");
  expect(refusal).toContain("GEMINI_API_KEY_FILE must not be set next to GEMINI_API_KEY");
  expect(refusal).toContain("QSTASH_TOKEN_FILE must name a file that is not empty");
  expect(refusal).toContain("PORT must be");
  expect(refusal).not.toContain("secret-");
});

test("a runtime without files says so", () => {
  expect(refusalOf({ GEMINI_API_KEY_FILE: "/run/secrets/gemini" }, readConfig)).toContain(
    "GEMINI_API_KEY_FILE must not be set because this runtime has no files: set the secret itself",
  );
});

test("the documentation names each secret that a file may hold", () => {
  const [, listed] = /\n## Secrets from files\n([\s\S]*?)\n## /.exec(DOCUMENT)!;
  const named = [...listed!.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name]) => name!);
  expect(named.filter((name) => SETTINGS.includes(name)).toSorted()).toEqual(SECRETS.toSorted());
});
