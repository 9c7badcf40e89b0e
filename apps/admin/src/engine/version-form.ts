import type { EvidenceRules } from "@assay/client";
import type { ConfidenceThresholds, NewRetrievalVersion, RetrievalVersion } from "@assay/client/admin";
import { changedRules } from "./evidence-rules.ts";

/** What is typed, as text: what is not a value yet is not lost while it is typed. */
export interface VersionForm {
  readonly embedderModel: string;
  readonly assessorModel: string;
  readonly similarityThreshold: string;
  readonly chunksPerRequirement: string;
  /** Empty where the active version has none and none is wanted. */
  readonly lexicalWeight: string;
  /** Empty: no model checks quotes for their meaning. */
  readonly meaningModel: string;
  readonly complete: string;
  readonly partial: string;
}

export type FormErrors = Partial<Record<keyof VersionForm, string>>;

const CHUNKS_MAX = 50;
const LEXICAL_WEIGHT_MAX = 10;
/** One step of a slider. */
export const STEP = 0.01;

export function toForm(version: RetrievalVersion): VersionForm {
  return {
    embedderModel: version.embedder.model,
    assessorModel: version.assessor.model,
    similarityThreshold: writeShare(version.similarityThreshold),
    chunksPerRequirement: String(version.chunksPerRequirement),
    lexicalWeight: version.lexicalWeight === null ? "" : String(version.lexicalWeight),
    meaningModel: version.meaning?.model ?? "",
    complete: writeShare(version.confidenceThresholds.complete),
    partial: writeShare(version.confidenceThresholds.partial),
  };
}

/** With two digits at least. */
export function writeShare(share: number): string {
  const short = share.toFixed(2);
  return Number(short) === share ? short : String(share);
}

/** A number from 0 to 1 as people type it; null for anything else. */
export function readShare(text: string): number | null {
  if (!/^(0|1|0?[.,]\d{1,4}|0[.,]0*|1[.,]0*)$/.test(text.trim())) return null;
  return Number(text.trim().replace(",", "."));
}

/** A weight as people type it; undefined for nothing, null for anything else. */
function readLexicalWeight(text: string): number | null | undefined {
  if (text.trim() === "") return undefined;
  if (!/^\d{1,2}([.,]\d{1,2})?$/.test(text.trim())) return null;
  const weight = Number(text.trim().replace(",", "."));
  return weight <= LEXICAL_WEIGHT_MAX ? weight : null;
}

/** Both thresholds, or null while one of them is wrong. */
export function readThresholds({ complete, partial }: Pick<VersionForm, "complete" | "partial">) {
  const [c, p] = [readShare(complete), readShare(partial)];
  if (c === null || p === null || p <= 0 || p > c) return null;
  return { complete: c, partial: p } satisfies ConfidenceThresholds;
}

export function findErrors(form: VersionForm): FormErrors {
  const errors: FormErrors = {};
  for (const field of ["embedderModel", "assessorModel"] as const)
    if (form[field].trim() === "") errors[field] = "Enter a model that the deployment runs";
  for (const field of ["similarityThreshold", "complete", "partial"] as const)
    if (readShare(form[field]) === null) errors[field] = "Enter a number from 0 to 1, such as 0.75";
  const [complete, partial] = [readShare(form.complete), readShare(form.partial)];
  if (partial === 0) errors.partial = "Must be above 0: a verdict without a citation is kept below it";
  else if (complete !== null && partial !== null && partial > complete)
    errors.partial = `Must not be above Complete, which is ${complete}`;
  const chunks = Number(form.chunksPerRequirement);
  if (!/^\d{1,3}$/.test(form.chunksPerRequirement.trim()) || chunks < 1 || chunks > CHUNKS_MAX)
    errors.chunksPerRequirement = `Enter a whole number from 1 to ${CHUNKS_MAX}`;
  if (readLexicalWeight(form.lexicalWeight) === null)
    errors.lexicalWeight = `Enter a number from 0 to ${LEXICAL_WEIGHT_MAX}, such as 2`;
  return errors;
}

/** What of the form differs from the active version; empty where nothing does. The form must be free of errors. */
export function findChanges(
  form: VersionForm,
  inForce: RetrievalVersion,
  rules: EvidenceRules = inForce.evidenceRules,
): NewRetrievalVersion {
  const thresholds = readThresholds(form);
  const { complete, partial } = inForce.confidenceThresholds;
  const meaningModel = form.meaningModel.trim();
  const changed = <T>(value: T, before: T) => (value === before ? undefined : value);
  const all: NewRetrievalVersion = {
    embedderModel: changed(form.embedderModel.trim(), inForce.embedder.model),
    assessorModel: changed(form.assessorModel.trim(), inForce.assessor.model),
    similarityThreshold: changed(readShare(form.similarityThreshold) ?? 0, inForce.similarityThreshold),
    chunksPerRequirement: changed(Number(form.chunksPerRequirement), inForce.chunksPerRequirement),
    lexicalWeight: changed(readLexicalWeight(form.lexicalWeight) ?? undefined, inForce.lexicalWeight ?? undefined),
    confidenceThresholds:
      thresholds && (thresholds.complete !== complete || thresholds.partial !== partial) ? thresholds : undefined,
    evidenceRules: changedRules(inForce.evidenceRules, rules),
    meaning:
      meaningModel === (inForce.meaning?.model ?? "")
        ? undefined
        : meaningModel === ""
          ? null
          : { model: meaningModel },
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}
