import type { EgressPurpose } from "@assay/contract";
import type { Assessor, CallOptions } from "../ports/assessor.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { Entailment } from "../ports/entailment.ts";
import type { FileScanner } from "../ports/file-scanner.ts";
import type { AssessorCard, EmbedderCard, EntailmentCard, OcrEngineCard, ScannerCard } from "../ports/models.ts";
import type { OcrEngine } from "../ports/ocr-engine.ts";
import type { Destination, Sending } from "../ports/sending.ts";
import { countSent, requireAllowed, type Sender } from "./send-counted.ts";

/** A part that may be asked for one tenant. */
export interface Admitted {
  /** Throws ProviderNotAllowed where the tenant does not allow it now. */
  admit(): Promise<void>;
}

/*
 * The only place where a part becomes one that can be asked: each request passes here with its tenant. The services hold
 * cards, which have no method that sends; `test/egress/one-way-out.test.ts` looks for other ways.
 */

/** `purpose` is PROBE where it is asked whether it answers, with words that are no tenant's. */
export function openEmbedder(
  sender: Sender,
  card: EmbedderCard,
  purpose: Extract<EgressPurpose, "EMBEDDING" | "PROBE"> = "EMBEDDING",
): Embedder & Admitted {
  const embedder = card as Embedder;
  const { admit, sendingFor } = wayTo(sender, card.sendsTo);
  return {
    ...embedder,
    admit,
    embed: async (texts, options) => {
      await admit();
      return embedder.embed(texts, { ...options, sending: sendingFor(purpose) });
    },
  };
}

export function openAssessor(sender: Sender, card: AssessorCard): Assessor & Admitted {
  const assessor = card as Assessor;
  const { admit, sendingFor } = wayTo(sender, card.sendsTo);
  const counting = <Options extends Partial<CallOptions>>(purpose: EgressPurpose, options: Options): Options => ({
    ...options,
    sending: sendingFor(purpose),
  });
  return {
    ...assessor,
    admit,
    assess: async (request, options) => {
      await admit();
      return assessor.assess(request, counting("ASSESSMENT", options));
    },
    probe: async (options) => {
      await admit();
      return assessor.probe(counting("PROBE", options));
    },
    ...(assessor.prepare && {
      prepare: async (store, options) => {
        await admit();
        return assessor.prepare!(store, counting("PROBE", options));
      },
    }),
    ...(assessor.repairQuotes && {
      repairQuotes: async (request, lost, options) => {
        await admit();
        return assessor.repairQuotes!(request, lost, counting("ASSESSMENT", options));
      },
    }),
  };
}

export function openEntailment(sender: Sender, card: EntailmentCard): Entailment & Admitted {
  const entailment = card as Entailment;
  const { admit, sendingFor } = wayTo(sender, card.sendsTo);
  return {
    ...entailment,
    admit,
    score: async (pairs, signal) => {
      await admit();
      return entailment.score(pairs, signal, sendingFor("MEANING"));
    },
  };
}

export function openScanner(sender: Sender, card: ScannerCard): FileScanner {
  const scanner = card as FileScanner;
  const { admit, sendingFor } = wayTo(sender, card.sendsTo);
  return {
    ...scanner,
    scan: async (file, options) => {
      await admit();
      return scanner.scan(file, { ...options, sending: sendingFor("SCAN") });
    },
  };
}

export function openOcrEngine(sender: Sender, card: OcrEngineCard): OcrEngine {
  const engine = card as OcrEngine;
  const { admit, sendingFor } = wayTo(sender, card.sendsTo);
  return {
    ...engine,
    recognise: async (file, pictures, options) => {
      await admit();
      return engine.recognise(file, pictures, { ...options, sending: sendingFor("OCR") });
    },
  };
}

interface Way extends Admitted {
  sendingFor(purpose: EgressPurpose): Sending | undefined;
}

function wayTo(sender: Sender, to: Destination | undefined): Way {
  if (!to || sender.isOfDeployment) return { admit: async () => {}, sendingFor: () => undefined };
  return {
    admit: () => requireAllowed(sender, to),
    sendingFor: (purpose) => (bytes) => countSent(sender, to, { purpose, bytes }),
  };
}
