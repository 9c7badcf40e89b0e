import { CONTAINERS } from "@assay/contract";
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

const types = sql.raw(CONTAINERS.map((type) => `'${type}'`).join(", "));

/** Whether a document may be evidence itself, by its type: archives and mailboxes are not, their members are. */
export function isNoContainer(fileType: SQLWrapper): SQL {
  return sql`${fileType} not in (${types})`;
}
