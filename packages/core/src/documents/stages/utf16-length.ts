import { sql } from "drizzle-orm";

/** The length of a segment's text as offsets count it: characters beyond the first plane are two code units. */
export const utf16Length = sql`(length(text) + length(regexp_replace(text, '[^\\U00010000-\\U0010FFFF]+', '', 'g')))`;
