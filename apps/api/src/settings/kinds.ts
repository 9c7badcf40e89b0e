import { OCR_LANGUAGES } from "@assay/contract";
import { readAllowedNetwork } from "@assay/embedded/webhook-url";
import { z } from "zod";

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export const whole = (least: number, most: number, standard: number) => {
  const error = `must be a whole number from ${least} to ${most}`;
  return z.coerce.number({ error }).int(error).min(least, error).max(most, error).default(standard);
};

export const wholeIfSet = (least: number, most: number) => {
  const error = `must be a whole number from ${least} to ${most}`;
  return z.coerce.number({ error }).int(error).min(least, error).max(most, error).optional();
};

export const share = (standard: number) => {
  const error = "must be from 0 to 1";
  return z.coerce.number({ error }).min(0, error).max(1, error).default(standard);
};

export const flag = (standard: "true" | "false") =>
  z
    .enum(["true", "false"], { error: "must be true or false" })
    .default(standard)
    .transform((value) => value === "true");

const LANGUAGES = /^[a-z]{3}(_[a-z]+)?(\+[a-z]{3}(_[a-z]+)?)*$/i;

/** Names of Tesseract's data, joined by `+`. */
export const languages = z
  .string()
  .regex(LANGUAGES, "must be names of Tesseract's languages joined by +, such as deu+eng")
  .default(OCR_LANGUAGES.join("+"))
  .transform((text) => [...new Set(text.split("+"))] as [string, ...string[]]);

/** What has no meaning in parts: a token, a key, the name of a model. */
export const opaque = z.string().max(10_000, "must have at most 10000 characters").optional();

export const postgres = z
  .string()
  .regex(/^postgres(ql)?:\/\//, "must be a postgres:// address")
  .optional();

/** An address that calls are made below; without a slash at its end. */
export const httpUrl = z
  .url({ protocol: /^https?$/, error: "must be an http:// or https:// address" })
  .refine((text) => !URL.parse(text)?.username, "must not contain a password")
  .transform((text) => text.replace(/\/+$/, ""))
  .optional();

export const origin = z.string().refine(isOrigin, "must be an exact origin such as https://api.example.com").optional();

const list = z
  .string()
  .default("")
  .transform((text) =>
    text
      .split(",")
      .map((each) => each.trim())
      .filter((each) => each !== ""),
  );

/** Mail addresses, separated by commas. */
export const addresses = list.refine(
  (all) => all.every((text) => z.email().safeParse(text).success),
  "must be mail addresses, separated by commas",
);

/** As the Standard Webhooks specification writes secrets. */
export const webhookSecret = z
  .string()
  .regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/, "must be whsec_ and 24 to 64 bytes in base64")
  .optional();

const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

export const networks = list.refine(
  (all) => all.every((text) => network.safeParse(text).success),
  "must be addresses or networks such as 10.0.0.0/8, separated by commas",
);

/** Networks with a port each: `10.1.0.0/16`, `10.1.2.3:8080`, `[fd00::/8]:8443`. */
export const networksWithPorts = list.transform((all, context) =>
  all.flatMap((text) => {
    const read = readAllowedNetwork(text);
    if (typeof read !== "string") return [read];
    context.addIssue({ code: "custom", message: `must be networks separated by commas, but ${read}` });
    return [];
  }),
);

export const origins = list.refine(
  (all) => all.every(isOrigin),
  "must be exact origins such as https://portal.example.com, separated by commas",
);

/** As OpenTelemetry writes them: `name=value` pairs with commas between, values percent-encoded. */
export const headerPairs = z
  .string()
  .default("")
  .transform((text) => text.split(",").filter((pair) => pair.trim() !== ""))
  .refine((pairs) => pairs.every(isHeaderPair), "must be name=value pairs with commas between them")
  .transform((pairs) => Object.fromEntries(pairs.map(readHeaderPair)));

function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && url.origin === text && /^https?:$/.test(url.protocol);
}

function isHeaderPair(pair: string): boolean {
  return /^\s*[\w!#$%&'*+.^`|~-]+\s*=\s*[\x21-\x7e ]*$/.test(pair) && !/%(?![2-7][0-9a-f])/i.test(pair);
}

function readHeaderPair(pair: string): [string, string] {
  const at = pair.indexOf("=");
  return [pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())];
}
