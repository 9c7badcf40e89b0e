import { z } from "zod";

export const TENANT_LIMITS = ["documentsMax", "bytesMax", "runsPerDay", "tokensPerMonth"] as const;
export type TenantLimit = (typeof TENANT_LIMITS)[number];

/** What the columns hold. */
const WHOLE = "must be a whole number from 0, or null for the deployment's limit";
const whole = (max: number) => z.int(WHOLE).nonnegative(WHOLE).max(max, `must be at most ${max}`).nullable();

/** A tenant's own limits. */
export const tenantLimits = z
  .strictObject({
    documentsMax: whole(Number.MAX_SAFE_INTEGER).describe("Documents, members of archives included."),
    bytesMax: whole(Number.MAX_SAFE_INTEGER).describe("Bytes of documents."),
    runsPerDay: whole(2_147_483_647).describe("Runs that start in one UTC day, whatever becomes of them."),
    tokensPerMonth: whole(Number.MAX_SAFE_INTEGER).describe(
      "Tokens of runs that start in one UTC calendar month. Checked with the estimate when a run starts, never later.",
    ),
  })
  .describe("Null: the deployment's default, and where it has none, no limit.");
export type TenantLimits = z.infer<typeof tenantLimits>;
export type TenantLimitsPatch = { readonly [Name in TenantLimit]?: number | null | undefined };

export const patchTenantLimits = tenantLimits
  .partial()
  .refine((given) => Object.keys(given).length > 0, "must name a limit");

/** The deployment's, for tenants without a limit of their own; only of what they store. */
export interface DefaultLimits {
  readonly documentsMax: number;
  readonly bytesMax: number;
}

/** The limits that bind a tenant. */
export function effectiveLimits(own: TenantLimits, { documentsMax, bytesMax }: DefaultLimits): TenantLimits {
  return { ...own, documentsMax: own.documentsMax ?? documentsMax, bytesMax: own.bytesMax ?? bytesMax };
}
