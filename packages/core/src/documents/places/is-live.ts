import { documents } from "@assay/db";
import { sql } from "drizzle-orm";

/** Later runs judge it: it is neither superseded nor retired. */
export const isLive = sql`(${documents.supersededById} is null and ${documents.retiredAt} is null)`;
