import { readFileSync } from "node:fs";
import { keysToText, makeSigningKeys } from "@assay/embedded/key-signer";
import { beforeAll, describe, expect, test } from "vitest";
import { ConfigError, type Environment, readConfig, SETTINGS } from "../../src/config.ts";
import { checkWebhookNetworks } from "../../src/doctor/check-webhook-networks.ts";

const DOCUMENT = readFileSync(new URL("../../../../docs/operate/configuration.md", import.meta.url), "utf8");

interface Documented {
  readonly name: string;
  readonly standard: string;
}

/** Rows of the tables: settings and their defaults, in equal numbers or without any. */
const documented: Documented[] = [
  ...DOCUMENT.split("## Removed settings")[0]!.matchAll(/^\| (`[A-Z0-9_`, ]+`) \| ?([^|]*?) ?\|/gm),
].flatMap(([, names, defaults]) => {
  const standards = defaults!.split(", ").map((each) => each.replaceAll("`", ""));
  return names!.split(", ").map((name, at) => ({ name: name.replaceAll("`", ""), standard: standards[at] ?? "" }));
});

function problemsOf(env: Environment): string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message
      .split("\n")
      .slice(1)
      .map((line) => line.trim());
  }
}

let cloud: Record<string, string>;

beforeAll(async () => {
  cloud = {
    DATABASE_URL: "postgres://app:secret@db.example.com/assay",
    API_URL: "https://api.example.com",
    QSTASH_TOKEN: "token",
    QSTASH_CURRENT_SIGNING_KEY: "current",
    QSTASH_NEXT_SIGNING_KEY: "next",
    CHECKPOINT_SIGNING_KEY: keysToText(await makeSigningKeys()),
    SUPABASE_URL: "https://project.supabase.co",
    SUPABASE_SECRET_KEY: "sb_secret_x",
    SUPABASE_PUBLISHABLE_KEY: "sb_publishable_x",
    GEMINI_API_KEY: "key",
  };
});

describe("the documentation", () => {
  test("names every setting once, and none that there is not", () => {
    expect(documented.map(({ name }) => name).toSorted()).toEqual(SETTINGS.toSorted());
  });

  test("says the defaults", () => {
    const config = readConfig({}) as unknown as Record<string, unknown>;
    for (const { name, standard } of documented) {
      const value = config[name];
      const empty =
        value === undefined || value === "" || JSON.stringify(value) === "[]" || JSON.stringify(value) === "{}";
      if (standard === "") expect(empty, `${name} is ${JSON.stringify(value)}`).toBe(true);
      else if (typeof value === "number") expect(Number(standard), name).toBe(value);
      else expect(Array.isArray(value) ? value.join("+") : String(value), name).toBe(standard);
    }
  });
});

describe("settings", () => {
  test("of the whole cloud go together, and those of none too", () => {
    expect(problemsOf(cloud)).toEqual([]);
    expect(problemsOf({})).toEqual([]);
  });

  test.each([
    "API_URL",
    "QSTASH_TOKEN",
    "QSTASH_CURRENT_SIGNING_KEY",
    "QSTASH_NEXT_SIGNING_KEY",
    "CHECKPOINT_SIGNING_KEY",
    "SUPABASE_URL",
    "SUPABASE_SECRET_KEY",
    "SUPABASE_PUBLISHABLE_KEY",
  ])("of a vendor without %s are refused, and the message names it", (missing) => {
    const { [missing]: _, ...rest } = cloud;
    expect(problemsOf(rest).join("\n")).toMatch(new RegExp(`^${missing} must be set because \\w+ is set$`, "m"));
  });

  test("that are wrong and that do not go together are told at once, and no secret is in the text", () => {
    const problems = problemsOf({
      ...cloud,
      PORT: "70000",
      API_URL: "https://api.example.com/",
      DATABASE_URL: "mysql://app:secret-one@db",
      SUPABASE_URL: "https://user:secret-two@project.supabase.co",
      CHECKPOINT_SIGNING_KEY: "secret-three",
      QSTASH_NEXT_SIGNING_KEY: "",
      OPENAI_COMPATIBLE_BASE_URL: "http://127.0.0.1:11434/v1",
      QSTASH_DEV: "true",
    });
    expect(problems).toEqual([
      "PORT must be a whole number from 0 to 65535: it is '70000'",
      "DATABASE_URL must be a postgres:// address",
      "API_URL must be an exact origin such as https://api.example.com: it is 'https://api.example.com/'",
      "SUPABASE_URL must not contain a password",
      "CHECKPOINT_SIGNING_KEY must be the output of `npm run checkpoint-key:create`",
      "QSTASH_NEXT_SIGNING_KEY must be set because QSTASH_TOKEN is set",
      "OPENAI_COMPATIBLE_MODEL must be set because OPENAI_COMPATIBLE_BASE_URL is set",
      "QSTASH_DEV must not be set: it lets anyone sign callbacks with a key that is public",
      "MODEL_PROVIDER must be gemini or openai-compatible because both are configured",
    ]);
  });
});

test("networks of webhooks that are none stop the start, each with what to write", () => {
  const allowed = "10.1.0.0/16:8080, 10.1.2.3/8, *";
  expect(problemsOf({ WEBHOOK_ALLOWED_NETWORKS: allowed })).toEqual([
    `WEBHOOK_ALLOWED_NETWORKS must be networks separated by commas, but '10.1.2.3/8' must begin with the network's first address: 10.0.0.0/8: it is '${allowed}'`,
    `WEBHOOK_ALLOWED_NETWORKS must be networks separated by commas, but '*' must be a network such as 10.1.0.0/16, 10.1.2.3:8080 or [fd00::/8]:8443: it is '${allowed}'`,
  ]);
});

test("doctor says where webhooks may be sent to", () => {
  expect(checkWebhookNetworks(readConfig({}))).toEqual([
    { ok: true, text: expect.stringContaining("public addresses only") },
  ]);
  const config = readConfig({ WEBHOOK_ALLOWED_NETWORKS: "10.1.0.0/16, [fd00::/8]:8443" });
  expect(checkWebhookNetworks(config)).toEqual([
    { ok: true, warns: true, text: expect.stringContaining("10.1.0.0/16 at 80 and 443, fd00::/8 at 8443") },
  ]);
});

test("a process that leaves its jobs to others is refused where no other one could do them", () => {
  expect(problemsOf({ TAKE_JOBS: "off" })).toEqual([
    "DATABASE_URL must be set because TAKE_JOBS is off: another process does the jobs",
    "CHECKPOINT_SIGNING_KEY must be set because TAKE_JOBS is off: another process does the jobs",
    "FILES_DIR, S3_BUCKET or SUPABASE_URL must be set because TAKE_JOBS is off: another process does the jobs",
  ]);
  expect(problemsOf({ ...cloud, TAKE_JOBS: "off" })).toEqual([
    "TAKE_JOBS must not be off because QSTASH_TOKEN is set: QStash chooses who does a job",
  ]);
});

test("a value that a setting cannot take is said in words, never as an exception of the parser", () => {
  for (const name of SETTINGS)
    for (const problem of problemsOf({ [name]: "canary" }).filter((line) => line.startsWith(`${name} `)))
      expect(problem).toMatch(new RegExp(`^${name} must `));
});

test("a git address with a password that cannot be read stops the start, without showing it", () => {
  const of = (password: string) => problemsOf({ CHECKPOINT_GIT_URL: `https://ada:${password}@git.example.com/x.git` });
  for (const password of ["50%", "%ff", "a/b", "a%0Ab"])
    expect(of(password)).toContain(
      "CHECKPOINT_GIT_URL must have % written as %25 and / as %2F in its user and password",
    );
  expect(of("50%25%2F").filter((each) => each.startsWith("CHECKPOINT_GIT_URL "))).toEqual([]);
});
