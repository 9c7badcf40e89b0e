import { camel, pascal, words } from "./names.mjs";

/** A vendor of a model: an embedder until its adapter fills another port. */
export function newVendor(name, _read) {
  const [create, vendor] = [camel(`create-${name}-embedder`), words(name)];
  return {
    files: {
      [`packages/adapters/src/${name}/index.ts`]: `import { ModelError } from "@assay/contract";
import type { Embedder } from "@assay/core/ports";
import * as z from "zod";
import { createJsonPoster, readBaseUrl, withinTime } from "../model-calls/index.ts";

export interface ${pascal(name)}Options {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly model: string;
  readonly dimensions: number;
  /** For one request. */
  readonly timeoutMs?: number;
  readonly fetch?: typeof globalThis.fetch;
}

const VENDOR = "${vendor}";
const TIMEOUT_MS = 60_000;
const BATCH_SIZE_MAX = 100;
const ANSWER_BYTES_MAX = 20_000_000;

const Answer = z.object({ data: z.array(z.object({ embedding: z.array(z.number()) })) });

/** Say which route of the vendor it calls. Throws Error at once if the options cannot work, ModelError for each call. */
export function ${create}(options: ${pascal(name)}Options): Embedder {
  const { model, dimensions, timeoutMs = TIMEOUT_MS } = options;
  const url = readBaseUrl(options.baseUrl, VENDOR);
  const post = createJsonPoster({ vendor: VENDOR, apiKey: options.apiKey, fetch: options.fetch });
  return {
    model,
    dimensions,
    batchSizeMax: BATCH_SIZE_MAX,
    async embed(texts, { signal = new AbortController().signal }) {
      if (texts.length === 0) return [];
      const answer = await withinTime({ signal, timeoutMs, vendor: VENDOR }, (limited) =>
        post(url, { model, input: texts }, { signal: limited, bytesMax: ANSWER_BYTES_MAX }),
      );
      if (!answer.ok) throw answer.error;
      const read = Answer.safeParse(answer.body);
      if (!read.success || read.data.data.length !== texts.length)
        throw new ModelError("MODEL_INVALID_OUTPUT", \`\${VENDOR} returned no vector for each text\`);
      return read.data.data.map(({ embedding }) => Float32Array.from(embedding));
    },
  };
}
`,
      [`packages/adapters/test/${name}/${name}.test.ts`]: `import { describeEmbedder } from "@assay/testing/describe-embedder";
import { ${create} } from "../../src/${name}/index.ts";

// A double that returns what the vendor really answered: see packages/adapters/test/gemini/gemini-double.ts.
const baseUrl = "http://127.0.0.1:9";

describeEmbedder("${vendor}", () => ${create}({ baseUrl, apiKey: "key", model: "model", dimensions: 768 }));
`,
    },
    rows: [
      {
        path: "packages/contract/src/settings.ts",
        before: /(?<=MODEL_PROVIDERS = \[.*), "offline"\] as const/,
        row: `, "${name}"`,
      },
    ],
    left: [
      "a double with captured answers, in the test; the vendor's route and its form of answers, in the adapter",
      "its settings (apps/api/src/settings/vendors.ts) and when it is chosen (apps/api/src/parts/models.ts, which the compiler asks for)",
      `docs/operate/configuration.md, a changeset, then npm test -- adapters test/${name}`,
    ],
  };
}
newVendor.usage = "<name>, such as mistral";
