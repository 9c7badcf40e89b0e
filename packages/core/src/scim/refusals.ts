import { AssayError } from "@assay/contract";

/** In `details.reason` of INVALID_STATE: somebody else has the name, the address or the group's name. */
export const NOT_UNIQUE = "NOT_UNIQUE";

export function notUnique(what: string): AssayError {
  return new AssayError("INVALID_STATE", `Cannot save ${what} because the tenant has another one like it`, {
    details: { reason: NOT_UNIQUE },
  });
}

export function notValid(field: string, message: string): AssayError {
  return new AssayError("VALIDATION_ERROR", message, { details: { issues: [{ field, issue: message }] } });
}

export function directoryFull(what: string, limit: number): AssayError {
  return new AssayError(
    "TENANT_LIMIT_EXCEEDED",
    `Cannot add to the ${what} of the directory because a tenant can have at most ${limit}: remove some first`,
    { details: { limit, value: limit } },
  );
}

export function unknownInDirectory(what: "user" | "group", id: string): AssayError {
  return new AssayError("NOT_FOUND", `Cannot find ${what} '${id}'`, { details: { id } });
}
