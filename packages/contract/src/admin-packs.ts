import { z } from "zod";
import { expectation } from "./evidence.ts";
import { nextCursor, pageQuery } from "./paging.ts";
import { id, isStorableText, timestamp } from "./primitives.ts";
import { CRITERIA_VERSION_STATUSES } from "./statuses.ts";
import { TEXT_LIMITS } from "./text-limits.ts";

export const PACK_FORMATS = ["assay-json", "csv", "oscal", "ciso-assistant"] as const;
export type PackFormat = (typeof PACK_FORMATS)[number];
export const packFormat = z.enum(PACK_FORMATS);
/** How the file of each format may be sent. */
export const PACK_MEDIA_TYPES: Readonly<Record<PackFormat, readonly string[]>> = {
  "assay-json": ["application/json"],
  oscal: ["application/json"],
  csv: ["text/csv"],
  "ciso-assistant": ["application/yaml", "text/yaml"],
};

/** What an import of an OSCAL catalogue takes for requirements. */
export const OSCAL_REQUIREMENTS = ["controls", "objectives"] as const;
export type OscalRequirements = (typeof OSCAL_REQUIREMENTS)[number];

/** Bytes of a file to import, above the limit of other JSON bodies: a full catalogue has about 10 MB. */
export const PACK_FILE_BYTES_MAX = 32 * 1024 * 1024;

const storable = (max: number) => z.string().max(max).refine(isStorableText, "must not contain NUL or lone surrogates");

export const criteriaVersion = z.strictObject({
  id,
  packId: id,
  version: z.int().positive().describe("From 1, in the order of import."),
  status: z.enum(CRITERIA_VERSION_STATUSES).describe("A PUBLISHED version is final, and tenants can be bound to it."),
  criteriaCount: z.int().nonnegative(),
  requirementCount: z.int().nonnegative(),
  createdAt: timestamp,
  publishedAt: timestamp.nullable(),
});
export type CriteriaVersion = z.infer<typeof criteriaVersion>;

export const PACK_OWNERS = ["TENANT", "DEPLOYMENT"] as const;
export type PackOwner = (typeof PACK_OWNERS)[number];
export const packOwner = z
  .enum(PACK_OWNERS)
  .describe("TENANT: the tenant alone sees it, and its ADMINs change it. DEPLOYMENT: a SUPER_ADMIN does.");

export const pack = z.strictObject({
  id,
  name: z.string(),
  description: z.string(),
  owner: packOwner,
  archivedAt: timestamp
    .nullable()
    .describe("Since when it takes no versions and no new bindings; tenants that use it keep it."),
  createdAt: timestamp,
});
export type Pack = z.infer<typeof pack>;

const packName = z.string().trim().min(1).max(TEXT_LIMITS.packName).refine(isStorableText);

export const createPackBody = z.strictObject({
  name: packName,
  description: storable(TEXT_LIMITS.packDescription).default(""),
  owner: packOwner.optional().describe("DEPLOYMENT for a SUPER_ADMIN, TENANT for an ADMIN, unless given."),
});
export type CreatePackBody = z.infer<typeof createPackBody>;

export const patchPackBody = z
  .strictObject({
    name: packName.optional(),
    description: storable(TEXT_LIMITS.packDescription).optional(),
    archived: z.boolean().optional(),
  })
  .refine((body) => Object.values(body).some((value) => value !== undefined), {
    message: "must change the name, the description or the archive",
  });
export type PatchPackBody = z.infer<typeof patchPackBody>;

/** Most tenants that one pack is offered to by name. */
export const OFFERED_TENANTS_MAX = 1000;
const offeredTo = <T extends z.ZodType>(tenantId: T) =>
  z.union([z.literal("ALL"), z.array(tenantId).max(OFFERED_TENANTS_MAX)]);
export const putOfferBody = z.strictObject({ tenantIds: offeredTo(z.string().max(100)) });
export type PutOfferBody = z.infer<typeof putOfferBody>;
export const packOffer = z
  .strictObject({ packId: id, tenantIds: offeredTo(id) })
  .describe("The tenants whose ADMINs may bind a pack of the deployment.");
export type PackOffer = z.infer<typeof packOffer>;
export const packOfferReply = z.strictObject({ offer: packOffer });

export const libraryPack = z
  .strictObject({
    ...pack.pick({ id: true, name: true, description: true, owner: true }).shape,
    criteriaVersionId: id.describe("Of the newest published version."),
    version: z.int().positive(),
    requirementCount: z.int().nonnegative(),
    publishedAt: timestamp,
    boundVersion: z.int().positive().nullable().describe("The version that the tenant uses; null if none."),
  })
  .describe("A pack that the tenant uses or could use.");
export type LibraryPack = z.infer<typeof libraryPack>;
export const libraryPackListReply = z.strictObject({ packs: z.array(libraryPack), nextCursor });
export const packReply = z.strictObject({ pack });
export const packListReply = z.strictObject({ packs: z.array(pack), nextCursor });

export const packImportQuery = z
  .strictObject({
    format: packFormat,
    dryRun: z.enum(["true", "false"]).optional(),
    requirements: z.enum(OSCAL_REQUIREMENTS).optional(),
  })
  .refine(({ format, requirements }) => requirements === undefined || format === "oscal", {
    path: ["requirements"],
    message: "may be given with format=oscal only",
  });

export const DERIVED_FIELDS = [
  "criterionId",
  "criterionTitle",
  "requirementId",
  "title",
  "subcheckLabel",
  "expectation",
] as const;
export type DerivedField = (typeof DERIVED_FIELDS)[number];

export const DERIVATIONS = [
  /** The pack's own integer for the group: the one it had before, else the next one. */
  "ASSIGNED",
  /** The label, brought into the form of a dotted label, or its last part. */
  "LABEL",
  /** The id, as there is no label or another requirement has the same one. */
  "ID",
  /** The titles of the groups around it, or the label and the name of the group. */
  "GROUP",
  /** The title of the whole catalogue or framework, as it is in no group. */
  "CATALOGUE",
  /** Several texts of the control put together: its title, its statement, its parameters. */
  "STATEMENT",
  /** What it groups, as it has no text of its own or not only. */
  "PARTS",
  /** The words of the requirement, such as "every 90 days". */
  "WORDING",
] as const;
export type Derivation = (typeof DERIVATIONS)[number];

/** Most requirements that the reply to an import shows. */
export const IMPORT_SAMPLE_MAX = 200;

export const derivedField = z.enum(DERIVED_FIELDS);
export const derivation = z.enum(DERIVATIONS).describe("The source of a value that is not in the file in this form.");
export const derivedValues = z.partialRecord(derivedField, derivation);

export const packIssue = z
  .strictObject({
    field: z
      .string()
      .describe("Place and name in one: `row 5: requirementId`, `criteria.0.requirements.1.title`, `ac-1: title`."),
    issue: z.string(),
    row: z.int().positive().nullable().describe("Of a CSV file, as a spreadsheet counts; the header is row 1."),
    line: z.int().positive().nullable().describe("Of a file that cannot be read at all."),
    item: z.string().nullable().describe("The id of the group, control or node, or the path in the file."),
    name: z.string().nullable().describe("The column or property."),
    value: z.string().nullable().describe("The value in the file; null if there is none."),
    mend: z.string(),
  })
  .describe("One problem of a pack file: an entry of `details.issues` of the error reply, which lists up to 200.");
export type PackIssue = z.infer<typeof packIssue>;
export const PACK_ISSUES_MAX = 200;

export const packImportReply = z
  .strictObject({
    dryRun: z.boolean(),
    version: criteriaVersion.nullable().describe("Null in a dry run."),
    criteria: z.array(
      z.strictObject({
        criterionId: z.int(),
        criterionTitle: z.string(),
        criterionDescription: z.string(),
        requirementCount: z.int(),
        derived: derivedValues,
      }),
    ),
    requirementCount: z.int().positive(),
    requirements: z
      .array(
        z.strictObject({
          requirementId: z.string(),
          criterionId: z.int(),
          title: z.string(),
          subcheckLabel: z.string().nullable(),
          expectation: expectation.nullable(),
          derived: derivedValues,
        }),
      )
      .max(IMPORT_SAMPLE_MAX)
      .describe("The first 200, in pack order."),
    derived: z
      .array(z.strictObject({ field: derivedField, from: derivation, count: z.int().positive() }))
      .describe("How many values of the whole version were derived, by source."),
    skipped: z
      .array(z.strictObject({ id: z.string(), reason: z.string() }))
      .describe("What is in the file and not in the version, such as withdrawn controls."),
  })
  .describe("The result of an import, or what a dry run would import.");
export type PackImportReply = z.infer<typeof packImportReply>;

export const criteriaVersionReply = z.strictObject({ version: criteriaVersion });
export const criteriaVersionListReply = z.strictObject({ versions: z.array(criteriaVersion), nextCursor });
export const packListQuery = pageQuery.extend({
  owner: packOwner.optional(),
  archived: z.enum(["true", "false"]).optional().describe("`true`: those in the archive, and no others."),
});
export type PackListQuery = z.infer<typeof packListQuery>;
export const packPageQuery = pageQuery;

export const criteriaDiffQuery = z.strictObject({ against: z.string().min(1).max(100) });

export const requirementSide = z.strictObject({
  requirementId: z.string(),
  criterionId: z.int(),
  criterionTitle: z.string(),
  criterionDescription: z.string(),
  title: z.string(),
  subcheckLabel: z.string().nullable(),
  expectation: expectation.nullable(),
});
const change = <S extends z.ZodType>(value: S) => z.strictObject({ before: value, after: value }).optional();

export const criteriaDiffReply = z
  .strictObject({
    versionId: id,
    against: id,
    added: z.array(requirementSide),
    removed: z.array(requirementSide),
    changed: z.array(
      z.strictObject({
        requirementId: z.string(),
        title: change(z.string()),
        criterionId: change(z.int()),
        criterionTitle: change(z.string()),
        criterionDescription: change(z.string()),
        subcheckLabel: change(z.string().nullable()),
        expectation: change(expectation.nullable()),
      }),
    ),
  })
  .describe("From version `against` to version `versionId`, requirements matched by `requirementId`, in pack order.");
export type CriteriaDiff = z.infer<typeof criteriaDiffReply>;

export const packBinding = z
  .strictObject({
    tenantId: id,
    packId: id,
    criteriaVersionId: id,
    version: z.int().positive(),
    boundAt: timestamp,
  })
  .describe("A tenant uses a pack at one version.");
export type PackBinding = z.infer<typeof packBinding>;

export const putBindingBody = z.strictObject({ criteriaVersionId: z.string().max(100) });
export const packBindingReply = z.strictObject({ binding: packBinding });
