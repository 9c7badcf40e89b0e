import { z } from "zod";

export const damagedResult = z
  .strictObject({ id: z.uuid(), damaged: z.literal(true) })
  .describe(
    "In the place of a run, of one of its results, or of what a person put on record, that is stored otherwise than it was recorded: it is not served. An operator must restore the database from a backup.",
  );
export type DamagedResult = z.infer<typeof damagedResult>;
