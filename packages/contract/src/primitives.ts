import { z } from "zod";

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

export const id = z.string().regex(UUID_V7, "must be a lowercase UUIDv7").describe("Lowercase UUIDv7.");

const isKnownYear = (value: string) => !value.startsWith("0000");

export const timestamp = z.iso
  .datetime({ precision: 3, error: "must be an ISO 8601 UTC timestamp with milliseconds" })
  .refine(isKnownYear, "must be a year from 0001")
  .describe("An ISO 8601 UTC time with milliseconds.");

export const sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .describe("64 lowercase hexadecimal digits.");

export const calendarDate = z.iso
  .date()
  .refine(isKnownYear, "must be a year from 0001")
  .describe("A day such as 2026-01-31.");

/** Strings that PostgreSQL and JSON can hold: no NUL, no lone surrogate. */
export function isStorableText(value: string): boolean {
  return !value.includes("\0") && value.isWellFormed();
}

/** Any UUID, as people and issuers other than us may write them. */
export function isUuid(value: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(value);
}

/** Text that a person writes: trimmed, not empty, at most `max` characters. */
export const writtenText = (max: number) =>
  z
    .string()
    .trim()
    .min(1, `must have 1 to ${max} characters`)
    .max(max, `must have 1 to ${max} characters`)
    .refine(isStorableText, "must not contain NUL or lone surrogates");
