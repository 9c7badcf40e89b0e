import { AssayError, FetchError, ModelError, type ModelUsage } from "@assay/contract";
import type { MailPart } from "@assay/core/mail";
import type { Assessor, Embedder, OpenModels, WebhookSender } from "@assay/core/ports";
import type { Meter, ModelCall } from "./meter.ts";

/** The same models, each call of them counted. */
export function measureModels(models: OpenModels, meter: Meter): OpenModels {
  const { embedders, assessors, fallback, meaning } = models;
  const [embedder, ...olderEmbedders] = embedders;
  const [assessor, ...olderAssessors] = assessors;
  const measured = (each: Assessor) => measureAssessor(each, meter);
  return {
    embedders: [measureEmbedder(embedder, meter), ...olderEmbedders.map((each) => measureEmbedder(each, meter))],
    assessors: [measured(assessor), ...olderAssessors.map(measured)],
    fallback: fallback && measured(fallback),
    meaning: meaning && { ...meaning, entailment: measureEntailment(meaning.entailment, meter) },
  };
}

function measureEmbedder(embedder: Embedder, meter: Meter): Embedder {
  const call = counted(meter, embedder.model);
  return { ...embedder, embed: (...args) => call("embed", () => embedder.embed(...args)) };
}

function measureAssessor(assessor: Assessor, meter: Meter): Assessor {
  const call = counted(meter, assessor.model);
  const usageOf = ({ usage }: { readonly usage: ModelUsage }) => usage;
  const { repairQuotes } = assessor;
  return {
    ...assessor,
    assess: (...args) => call("assess", () => assessor.assess(...args), usageOf),
    probe: (...args) =>
      call(
        "probe",
        () => assessor.probe(...args),
        (usage) => usage,
      ),
    ...(repairQuotes && {
      repairQuotes: (...args) => call("repair", () => repairQuotes.apply(assessor, args), usageOf),
    }),
  };
}

type Entailment = NonNullable<OpenModels["meaning"]>["entailment"];

function measureEntailment(entailment: Entailment, meter: Meter): Entailment {
  const call = counted(meter, entailment.model);
  return { ...entailment, score: (...args) => call("meaning", () => entailment.score(...args)) };
}

function counted(meter: Meter, model: string) {
  return async <T>(
    purpose: ModelCall["purpose"],
    act: () => Promise<T>,
    usageOf: (result: T) => ModelUsage | undefined = () => undefined,
  ): Promise<T> => {
    const startedAt = performance.now();
    const note = (outcome: string, { tokensIn, tokensOut }: Partial<ModelUsage> = {}) =>
      meter.modelCall({ model, purpose, outcome, ms: performance.now() - startedAt, tokensIn, tokensOut });
    try {
      const result = await act();
      note("ok", usageOf(result));
      return result;
    } catch (error) {
      note(outcomeOf(error), error instanceof ModelError ? error.usage : undefined);
      throw error;
    }
  };
}

/** A code of the closed sets; what has none was ended by the caller, or is an error of our own. */
function outcomeOf(error: unknown): string {
  return error instanceof ModelError || error instanceof AssayError ? error.code : "ended";
}

export function measureWebhooks(sender: WebhookSender, meter: Meter): WebhookSender {
  return {
    ...sender,
    async send(message, options) {
      try {
        const answer = await sender.send(message, options);
        meter.webhookSent(answer.status >= 200 && answer.status < 300 ? "delivered" : "refused");
        return answer;
      } catch (error) {
        if (error instanceof FetchError) meter.webhookSent("unreachable");
        throw error;
      }
    },
  };
}

const MAIL_OUTCOMES = { SENT: "delivered", REFUSED: "refused", UNREACHABLE: "unreachable" } as const;

export function measureMail(part: MailPart, meter: Meter): MailPart {
  const { mailer } = part;
  return {
    ...part,
    mailer: {
      ...mailer,
      async send(mail, options) {
        const outcome = await mailer.send(mail, options);
        meter.mailSent(MAIL_OUTCOMES[outcome]);
        return outcome;
      },
    },
  };
}
