import { AssayError } from "@assay/contract";

export const SAME_PASSWORD = "must differ from the current one";

/** What is wrong with a new password, from the error of `setPassword`; any other error is thrown again. */
export function passwordIssue(error: unknown): string {
  const issues = error instanceof AssayError ? (error.details?.issues as { issue: string }[] | undefined) : undefined;
  const [first] = issues ?? [];
  if (!first) throw error;
  return first.issue;
}
