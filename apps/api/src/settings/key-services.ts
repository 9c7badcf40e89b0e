import { z } from "zod";
import { httpUrl, opaque } from "./kinds.ts";

const AWS = /^arn:aws[a-z-]*:kms:[a-z0-9-]+:\d{12}:(key|alias)\/[\w/-]+$/;
const GCP = /^projects\/[^/]+\/locations\/[^/]+\/keyRings\/[^/]+\/cryptoKeys\/[^/]+$/;
const VAULT = /^https?:\/\/[^\s?#@]+\/v1\/[^\s?#]+\/keys\/[\w.-]+$/;

export type KeyService = "aws" | "gcp" | "vault";

/** Of a name that the settings take. */
export function kindOfKeyService(name: string): KeyService {
  return AWS.test(name) ? "aws" : GCP.test(name) ? "gcp" : "vault";
}

const credentials = z
  .string()
  .transform((text, context) => {
    const read = accountFile.safeParse(fromJson(text));
    if (read.success) return read.data;
    context.addIssue({ code: "custom", message: "must be the JSON of a service account's key" });
    return z.NEVER;
  })
  .optional();

/** As the adapter takes it. */
const accountFile = z.object({
  client_email: z.string(),
  private_key: z.string(),
  token_uri: z.url().default("https://oauth2.googleapis.com/token"),
});

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const keyServiceSettings = {
  FILES_KMS: z
    .string()
    .refine(
      (name) => [AWS, GCP, VAULT].some((form) => form.test(name)),
      "must be a key's arn:aws:kms:…, projects/…/cryptoKeys/… or https://vault.example.com/v1/transit/keys/assay",
    )
    .optional(),
  FILES_KMS_ENDPOINT: httpUrl,
  FILES_KMS_ACCESS_KEY_ID: opaque,
  FILES_KMS_SECRET_ACCESS_KEY: opaque,
  FILES_KMS_CREDENTIALS: credentials,
  FILES_KMS_TOKEN: opaque,
};

type Has = (name: string) => boolean;

/** What a key service needs to be asked. */
export function findLockedOut(name: string | undefined, has: Has): string[] {
  const own = Object.keys(keyServiceSettings).filter((setting) => setting !== "FILES_KMS");
  if (name === undefined) return own.filter(has).map((setting) => `FILES_KMS must be set because ${setting} is set`);
  const kind = kindOfKeyService(name);
  const needed = {
    aws: ["FILES_KMS_ACCESS_KEY_ID", "FILES_KMS_SECRET_ACCESS_KEY"],
    gcp: [],
    vault: ["FILES_KMS_TOKEN"],
  };
  return needed[kind].filter((each) => !has(each)).map((each) => `${each} must be set because FILES_KMS is set`);
}
