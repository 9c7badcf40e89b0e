import { z } from "zod";
import { nextCursor, pageQuery } from "./paging.ts";
import { id, isStorableText, timestamp } from "./primitives.ts";
import { CRITERIA_VERSION_STATUSES } from "./statuses.ts";

export const PACK_FORMATS = ["assay-json", "csv", "oscal", "ciso-assistant"] as const;
export type PackFormat = (typeof PACK_FORMATS)[number];

/** What an import of an OSCAL catalogue takes for requirements. */
export const OSCAL_REQUIREMENTS = ["controls", "objectives"] as const;
export type OscalRequirements = (typeof OSCAL_REQUIREMENTS)[number];

/** Bytes of a file to import, above the limit of other JSON bodies: a full catalogue has about 10 MB. */
export const PACK_FILE_BYTES_MAX = 32 * 1024 * 1024;

const storable = (max: number) => z.string().max(max).refine(isStorableText, "must not hold NUL or lone surrogates");

export const criteriaVersion = z
  .strictObject({
    id,
    packId: id,
    /** From 1, in the order of import. */
    version: z.int().positive(),
    status: z.enum(CRITERIA_VERSION_STATUSES),
    criteriaCount: z.int().nonnegative(),
    requirementCount: z.int().nonnegative(),
    createdAt: timestamp,
    publishedAt: timestamp.nullable(),
  })
  .meta({ id: "CriteriaVersion" });
export type CriteriaVersion = z.infer<typeof criteriaVersion>;

export const pack = z
  .strictObject({ id, name: z.string(), description: z.string(), createdAt: timestamp })
  .meta({ id: "Pack" });
export type Pack = z.infer<typeof pack>;

export const createPackBody = z.object({
  name: z.string().trim().min(1).max(200).refine(isStorableText),
  description: storable(2000).default(""),
});
export const packReply = z.strictObject({ pack });
export const packListReply = z.strictObject({ packs: z.array(pack), nextCursor });

export const packImportQuery = z
  .object({
    format: z.enum(PACK_FORMATS),
    dryRun: z.enum(["true", "false"]).optional(),
    requirements: z.enum(OSCAL_REQUIREMENTS).optional(),
  })
  .refine(({ format, requirements }) => requirements === undefined || format === "oscal", {
    path: ["requirements"],
    message: "may be given with format=oscal only",
  });

/** A version that an import made, or, of a dry run, would make. */
export const packImportReply = z.strictObject({
  dryRun: z.boolean(),
  /** Null in a dry run. */
  version: criteriaVersion.nullable(),
  criteria: z.array(z.strictObject({ criterionId: z.int(), criterionTitle: z.string(), requirementCount: z.int() })),
  requirementCount: z.int().positive(),
  /** What the file holds and the version does not, such as withdrawn controls. */
  skipped: z.array(z.strictObject({ id: z.string(), reason: z.string() })),
});
export type PackImportReply = z.infer<typeof packImportReply>;

export const criteriaVersionReply = z.strictObject({ version: criteriaVersion });
export const criteriaVersionListReply = z.strictObject({ versions: z.array(criteriaVersion), nextCursor });
export const packListQuery = pageQuery;

export const criteriaDiffQuery = z.object({ against: z.string().min(1).max(100) });

const side = z.strictObject({
  requirementId: z.string(),
  criterionId: z.int(),
  criterionTitle: z.string(),
  title: z.string(),
  subcheckLabel: z.string().nullable(),
});
const change = <S extends z.ZodType>(value: S) => z.strictObject({ before: value, after: value }).optional();

/** From version `against` to version `versionId`, requirements matched by `requirementId`, in pack order. */
export const criteriaDiffReply = z.strictObject({
  versionId: id,
  against: id,
  added: z.array(side),
  removed: z.array(side),
  changed: z.array(
    z.strictObject({
      requirementId: z.string(),
      title: change(z.string()),
      criterionId: change(z.int()),
      criterionTitle: change(z.string()),
      subcheckLabel: change(z.string().nullable()),
    }),
  ),
});
export type CriteriaDiff = z.infer<typeof criteriaDiffReply>;

export const packBinding = z
  .strictObject({ tenantId: id, packId: id, criteriaVersionId: id, version: z.int().positive(), boundAt: timestamp })
  .meta({ id: "PackBinding" });
export type PackBinding = z.infer<typeof packBinding>;

export const putBindingBody = z.object({ criteriaVersionId: z.string().max(100) });
export const packBindingReply = z.strictObject({ binding: packBinding });
