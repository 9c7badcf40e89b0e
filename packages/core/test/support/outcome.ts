import { AssayError } from "@assay/contract";

/** The code of the refusal, or `served`. */
export const outcome = (act: Promise<unknown>): Promise<string> =>
  act.then(
    () => "served",
    (error: unknown) => (error instanceof AssayError ? error.code : String(error)),
  );
