import { addUsage, after, MODEL_ERROR_CATALOGUE, ModelError, type ModelUsage, withUsage } from "@assay/contract";
import type {
  Answer,
  AssessmentAnswer,
  AssessmentRequest,
  Assessor,
  CallOptions,
  Destination,
  Quote,
} from "@assay/core/ports";
import { costOf, estimateTokens, type ModelPrice, withinWorkTime } from "../model-calls/index.ts";
import { buildPrompt, type Prompt } from "./build-prompt.ts";
import type { Said, Say, Turn } from "./conversation.ts";
import { createMarks } from "./make-mark.ts";
import type { PromptForm } from "./prompt-form.ts";
import { readAnswer } from "./read-answer.ts";
import { askForQuotes, askForUsable } from "./repair-turns.ts";
import { writeAnswer } from "./write-answer.ts";

export interface ConversingModel {
  readonly model: string;
  readonly form: PromptForm;
  readonly say: Say;
  /** For a call of the port, with its repair turn. */
  readonly timeoutMs: number;
  readonly vendor: string;
  readonly provider: string;
  readonly sendsTo: Destination;
  /** The price now; undefined where it is not known. */
  readonly price: () => ModelPrice | undefined;
  /** What the model thinks before it answers, in tokens, about. */
  readonly thoughtTokens?: number;
}

/** What asks a model of a vendor, and once more where its reply is of no use. */
export function createConversingAssessor(conversing: ConversingModel): Omit<Assessor, "probe"> {
  const { model, form, say, timeoutMs, vendor, provider, price, sendsTo, thoughtTokens = 0 } = conversing;
  const mark = createMarks();

  async function open(request: AssessmentRequest, { signal, hold, sending }: CallOptions, mostMs = timeoutMs) {
    signal.throwIfAborted();
    const prompt = buildPrompt(request, await mark(request), form);
    const asked: Turn = { by: "user", text: prompt.user };
    let leftMs = Math.max(1, Math.round(Math.min(timeoutMs, mostMs)));
    // To wait for the model's quota between two turns takes nothing of their time.
    const sayInTime = async (...more: readonly Turn[]) => {
      const limit = { signal, hold, timeoutMs: leftMs, vendor };
      const [said, left] = await withinWorkTime(limit, (time) => say(prompt, [asked, ...more], { ...time, sending }));
      leftMs = Math.max(1, Math.round(left));
      return said;
    };
    return { prompt, sayInTime };
  }

  return {
    model,
    provider,
    sendsTo,
    promptVersion: form.version,
    estimate(request) {
      const { system, user, schema, parts } = buildPrompt(request, MARK_IN_ESTIMATES, form);
      const tokensIn = estimateTokens(system + user + JSON.stringify(schema));
      const tokensOut = thoughtTokens + form.answerTokens.whole + form.answerTokens.perPart * parts.size;
      const known = price();
      return { tokensIn, tokensOut, costUsd: known ? costOf(known, tokensIn, tokensOut) : null };
    },
    async assess(request, options) {
      const { prompt, sayInTime } = await open(request, options);
      const said = await sayInTime();
      const first = read(said, prompt, vendor);
      if (first.answer && !first.problem) return { ...first.answer, usage: said.usage };
      const repaired = await after(said.usage, async () => {
        await options.again?.();
        return sayInTime(
          { by: "model", text: writeSaid(said) },
          { by: "user", text: askForUsable(said.end, first.problem) },
        );
      }).catch((error: unknown) => giveUp(error, first.answer));
      if (repaired instanceof ModelError) return answerOf([first], repaired.usage ?? said.usage);
      return answerOf([read(repaired, prompt, vendor), first], addUsage(said.usage, repaired.usage));
    },
    async repairQuotes(request: AssessmentRequest, lost: LostQuotes, options: CallOptions) {
      const { leftMs } = options;
      const { prompt, sayInTime } = await open(request, options, leftMs && leftMs() * SHARE_OF_REST);
      const said = await sayInTime(
        { by: "model", text: writeAnswer(lost.answer, prompt) },
        { by: "user", text: askForQuotes(lost.quotes) },
      );
      return answerOf([read(said, prompt, vendor)], said.usage);
    },
  };
}

interface LostQuotes {
  readonly answer: Answer;
  readonly quotes: readonly Quote[];
}

interface Read {
  readonly answer?: Answer;
  /** What is wrong with the reply, or what it lacks. */
  readonly problem?: string | undefined;
  readonly error?: ModelError;
}

function read({ text, end }: Said, prompt: Prompt, vendor: string): Read {
  if (end === "stopped")
    return unusable("MODEL_REFUSED", `Cannot get an answer from ${vendor} because the model or its filter refused`);
  const unfit = (why: string) => unusable("MODEL_INVALID_OUTPUT", `Cannot use the answer of ${vendor} because ${why}`);
  if (end === "cut off") return unfit("it was cut off at the token limit or the context limit");
  if (text.trim() === "") return unfit("it is empty");
  try {
    const { answer, lacks } = readAnswer(text, prompt);
    return { answer, problem: lacks };
  } catch (error) {
    if (error instanceof ModelError) return { error, problem: error.message };
    throw error;
  }
}

function unusable(code: "MODEL_REFUSED" | "MODEL_INVALID_OUTPUT", message: string): Read {
  return { error: new ModelError(code, message), problem: message };
}

/** The first that is an answer; throws what is wrong with the first where none is. */
function answerOf(reads: readonly Read[], usage: ModelUsage): AssessmentAnswer {
  const answer = reads.find((each) => each.answer)?.answer;
  if (answer) return { ...answer, usage };
  throw withUsage(reads[0]!.error!, usage);
}

/**
 * What becomes of a repair turn that brought no reply: where there is an answer already, or where a new attempt would only
 * come to the same point again, the first reply is what there is.
 */
function giveUp(error: unknown, answer: Answer | undefined): ModelError {
  if (!(error instanceof ModelError)) throw error;
  const { transient } = MODEL_ERROR_CATALOGUE[error.code];
  if (answer || !transient || error.code === "MODEL_TIMEOUT") return error;
  throw error;
}

/** Of the caller's time: there is an answer to judge already, which a turn that ends with that time would lose. */
const SHARE_OF_REST = 0.8;

/** As long as a real one. */
const MARK_IN_ESTIMATES = `#${"0".repeat(32)}`;

const SAID_LENGTH_MAX = 20_000;

function writeSaid({ text }: Said): string {
  return text.trim() === "" ? "(no reply)" : text.slice(0, SAID_LENGTH_MAX).toWellFormed();
}
