import { AssayError } from "@assay/contract";

interface Issue {
  readonly field: string;
  readonly issue: string;
}

export function invalid(what: string, issues: readonly Issue[]): AssayError {
  return new AssayError("VALIDATION_ERROR", `Cannot serve the request because its ${what} is not valid`, {
    details: { issues },
  });
}
