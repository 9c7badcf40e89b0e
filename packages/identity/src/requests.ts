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

/** The session of a token. Throws for one that belongs to none. */
export function requireSession(sessionId: string | undefined): string {
  if (sessionId === undefined) throw new GoTrueError(403, "session_not_found", "A session is required");
  return sessionId;
}

export const NAME_LENGTH_MAX = 60;

/** What somebody calls a factor of theirs; `otherwise` where they say nothing. */
export function readName(body: Record<string, unknown>, otherwise?: string): string {
  if (otherwise !== undefined && (body.friendly_name === undefined || body.friendly_name === "")) return otherwise;
  const name = readText(body, "friendly_name").trim();
  if (name !== "" && name.length <= NAME_LENGTH_MAX) return name;
  throw new GoTrueError(400, "validation_failed", `friendly_name must have 1 to ${NAME_LENGTH_MAX} characters`);
}
