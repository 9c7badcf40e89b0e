import { ModelError } from "@assay/contract";
import type { Entailment, EntailmentPair, EntailmentScores } from "@assay/core/ports";
import * as z from "zod";
import { createJsonPoster, hostOf, type JsonLimits, readBaseUrl, withinTime } from "../model-calls/index.ts";

export interface EntailmentServerOptions {
  /** Where pairs are posted to. */
  readonly url: string;
  /** Sent as a bearer token. */
  readonly apiKey?: string | undefined;
  /** The model that it must serve: another one would judge by other figures. */
  readonly model: string;
  /** Of the file of the model's weights, hexadecimal. */
  readonly sha256: string;
  /** For one request. */
  readonly timeoutMs?: number;
  readonly fetch?: typeof globalThis.fetch;
}

type Limits = Pick<JsonLimits, "signal" | "sending">;

const SERVER = "the entailment server";
const TIMEOUT_MS = 60_000;
const PAIRS_MAX = 32;
/** UTF-16 code units of a text; no model of this size reads further. */
const TEXT_LENGTH_MAX = 20_000;
const ANSWER_BYTES_MAX = 100_000;
/** How far from 1 a sum of four may be that were rounded. */
const SUM_DIFFERENCE_MAX = 1e-3;

const probability = z.number().min(0).max(1);
const Scores = z
  .object({ supports: probability, partly: probability, contradicts: probability, unrelated: probability })
  .refine(
    ({ supports, partly, contradicts, unrelated }) =>
      Math.abs(supports + partly + contradicts + unrelated - 1) <= SUM_DIFFERENCE_MAX,
  );
const Answer = z.object({ scores: z.array(Scores), model: z.string(), sha256: z.string() });

/**
 * Asks a server of the operator's: `POST { pairs }`, answered by `{ scores, model, sha256 }`. Throws Error at once if the
 * options cannot work, MODEL_REJECTED_REQUEST if it serves another model, MODEL_INVALID_OUTPUT for an answer out of form.
 */
export function createEntailmentServer(options: EntailmentServerOptions): Entailment {
  const { model, sha256, timeoutMs = TIMEOUT_MS } = options;
  const url = readBaseUrl(options.url, SERVER);
  const post = createJsonPoster({ vendor: SERVER, apiKey: options.apiKey, fetch: options.fetch });

  async function request(pairs: readonly EntailmentPair[], { signal, sending }: Limits): Promise<EntailmentScores[]> {
    const answer = await withinTime({ signal, timeoutMs, vendor: SERVER }, (limited) =>
      post(url, { pairs }, { signal: limited, sending, bytesMax: ANSWER_BYTES_MAX }),
    );
    if (!answer.ok) throw answer.error;
    const read = Answer.safeParse(answer.body);
    if (!read.success)
      throw invalid("it must contain 'scores' with four probabilities each, whose sum is 1, 'model' and 'sha256'");
    const { data } = read;
    if (data.model !== model || data.sha256 !== sha256) throw anotherModel(model);
    if (data.scores.length !== pairs.length)
      throw invalid(`${pairs.length} pairs were asked for: it has ${data.scores.length} scores`);
    return data.scores;
  }

  return {
    model,
    sha256,
    runtime: "http",
    sendsTo: { provider: "entailment-server", host: hostOf(url) },
    async score(pairs, signal, sending) {
      signal.throwIfAborted();
      const scores: EntailmentScores[] = [];
      for (let at = 0; at < pairs.length; at += PAIRS_MAX)
        scores.push(...(await request(pairs.slice(at, at + PAIRS_MAX).map(toSent), { signal, sending })));
      return scores;
    },
  };
}

/** Nothing but what the contract has, in text that JSON can carry. */
function toSent({ requirement, evidence, context }: EntailmentPair): EntailmentPair {
  const cut = (text: string) => text.slice(0, TEXT_LENGTH_MAX).toWellFormed();
  return { requirement: cut(requirement), evidence: cut(evidence), context: cut(context) };
}

function invalid(why: string): ModelError {
  return new ModelError("MODEL_INVALID_OUTPUT", `Cannot use the answer of ${SERVER} because ${why}`);
}

/** Without what the server said: it is not ours. */
function anotherModel(model: string): ModelError {
  return new ModelError(
    "MODEL_REJECTED_REQUEST",
    `Cannot use ${SERVER} because it serves another model than '${model}', or other weights: serve these, or set ENTAILMENT_MODEL to the model that it serves`,
  );
}
