import { isStorableText } from "@assay/contract";
import { GoTrueError } from "./gotrue-error.ts";

export function refuseMethod(allowed: string) {
  return (): never => {
    throw new GoTrueError(405, "method_not_allowed", `The method must be ${allowed}`, { Allow: allowed });
  };
}

export function readText(body: Record<string, unknown>, field: string): string {
  const value = body[field];
  if (typeof value === "string" && value !== "" && isStorableText(value)) return value;
  throw new GoTrueError(400, "validation_failed", `${field} must be text`);
}
