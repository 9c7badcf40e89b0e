import { z } from "zod";

export const PAGE_LIMIT_DEFAULT = 50;
export const PAGE_LIMIT_MAX = 200;

const limit = z
  .string()
  .regex(/^[1-9]\d{0,2}$/, `must be a whole number from 1 to ${PAGE_LIMIT_MAX}`)
  .transform(Number)
  .refine((value) => value <= PAGE_LIMIT_MAX, `must be a whole number from 1 to ${PAGE_LIMIT_MAX}`);
/** How the API document shows it: text on the wire, a number to anyone who sends it. */
const limitParameter = { type: "integer", minimum: 1, maximum: PAGE_LIMIT_MAX };

const cursor = z.string().min(1).max(500).describe("`nextCursor` of the page before.");

export const pageQuery = z
  .strictObject({
    limit: limit.default(PAGE_LIMIT_DEFAULT).meta({ asParameter: { ...limitParameter, default: PAGE_LIMIT_DEFAULT } }),
    cursor: cursor.optional(),
  })
  .describe("Query of a list that is always paged.");

export const optionalPageQuery = z
  .strictObject({ limit: limit.optional().meta({ asParameter: limitParameter }), cursor: cursor.optional() })
  .describe("Query of a list that is complete unless `limit` is given.");

export const nextCursor = z.string().nullable();
