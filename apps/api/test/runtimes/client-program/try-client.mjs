import {
  Assay,
  AssayApiError,
  AssayConnectionError,
  AssayTimeoutError,
  InvalidStateError,
  NotFoundError,
  UnauthorizedError,
} from "@assay/client";

const CLASSES = { InvalidStateError, NotFoundError, UnauthorizedError, AssayTimeoutError, AssayConnectionError };

/** What a program does with the service, the same in every runtime; returns what came of it. */
export async function tryClient({ baseUrl, token }, file) {
  const assay = new Assay({ baseUrl, token });
  const signal = AbortSignal.timeout(60_000);

  const sent = [];
  const states = [];
  const onProgress = (each) => (each.status ? states.push(each.status) : sent.push(each));
  const { document, duplicate } = await assay.documents.uploadAndWait(file, { category: "Policy", onProgress, signal });
  const counted = [];
  const run = await assay.runs.startAndWait({}, { onProgress: ({ run }) => counted.push(run.assessedCount), signal });
  const assessments = await assay.runs.assessments(run.id);
  const snapshot = await (await assay.runs.snapshot(run.id)).arrayBuffer();
  const names = [];
  for await (const { originalFilename } of assay.documents.list({ limit: 1 })) names.push(originalFilename);

  return {
    uploaded: { duplicate, category: document.category, status: document.status, state: states.at(-1) },
    sentBytes: sent.at(-1).sentBytes,
    run: { status: run.status, assessed: run.assessedCount, counted: counted.at(-1) },
    results: assessments.map(
      ({ requirementId, status, citations }) => `${requirementId} ${status} ${citations.length}`,
    ),
    snapshotIsWhole: (await sha256(snapshot)) === (await assay.runs.snapshotHash(run.id)),
    names,
    errors: {
      missing: await refusal(assay.documents.get("01a1fc91-0c4e-7a10-b1de-5a6f0e7d2c33")),
      ended: await refusal(assay.runs.cancel(run.id, "Too late")),
      stranger: await refusal(new Assay({ baseUrl, token: "nobody" }).session()),
      nowhere: await refusal(new Assay({ baseUrl: "http://127.0.0.1:9", token, maxRetries: 0 }).session()),
      late: await refusal(new Assay({ baseUrl, token, maxRetries: 0, fetch: neverReplies }).session({ timeoutMs: 5 })),
      left: await refusal(assay.session({ signal: AbortSignal.abort(new Error("left")) })),
    },
  };
}

const neverReplies = (_, { signal }) =>
  new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));

/** The first class that an error is of, and what it carries. */
async function refusal(call) {
  const error = await call.then(
    () => new Error("It was not refused"),
    (thrown) => thrown,
  );
  const name = Object.keys(CLASSES).find((each) => error instanceof CLASSES[each]) ?? error.message;
  if (!(error instanceof AssayApiError)) return name;
  return `${name} ${error.status} ${error.code} ${error.help ? "help" : ""} ${error.requestId ? "request" : ""}`;
}

async function sha256(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
