import { AssayApiError } from "@assay/client";
import { expect, test } from "vitest";
import { describeRefusal } from "../../../src/documents/describe-refusal.ts";

const refusal = (code: string, details: Record<string, unknown>) =>
  new AssayApiError({ status: 415, headers: new Headers() }, { error: code, message: "The service's words", details });

test.each([
  ["UNSUPPORTED_FILE_TYPE", { extension: "exe", named: null, found: "exe" }, /^The service's words$/],
  ["FILE_TOO_LARGE", { limitBytes: 104_857_600 }, /^it is larger than 100 MB/],
  ["ARCHIVE_LIMIT_EXCEEDED", { limit: 1000, value: 5000 }, /^the archive is too large/],
  ["VALIDATION_ERROR", { issues: [{ field: "file", issue: "must not be empty" }] }, /^file must not be empty\.$/],
  ["FORBIDDEN", {}, /^The service's words$/],
])("%s with %o is told so that one knows what to do", (code, details, told) => {
  expect(describeRefusal(refusal(code, details))).toMatch(told);
});
