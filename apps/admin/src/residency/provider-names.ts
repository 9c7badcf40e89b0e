import type { EgressEntry } from "@assay/client/admin";

type Provider = EgressEntry["provider"];

const NAMES: Readonly<Record<string, string>> = {
  offline: "this service alone",
  gemini: "Google Gemini",
  "openai-compatible": "an OpenAI-compatible server",
  "entailment-server": "the server that checks meaning",
  clamd: "the malware scanner",
};

export const PROVIDER_CHOICES: readonly { readonly value: Provider; readonly label: string }[] = [
  { value: "gemini", label: "Google Gemini" },
  { value: "openai-compatible", label: "OpenAI-compatible server" },
  { value: "entailment-server", label: "Server that checks meaning" },
  { value: "clamd", label: "Malware scanner" },
];

export const nameProvider = (provider: Provider): string => NAMES[provider] ?? provider;

const PURPOSES: Readonly<Record<string, string>> = {
  EMBEDDING: "To embed text",
  ASSESSMENT: "To assess requirements",
  MEANING: "To check quotes",
  PROBE: "To see whether it responds",
  OCR: "To read images",
  SCAN: "To scan files",
};

export const namePurpose = (purpose: EgressEntry["purpose"]): string => PURPOSES[purpose] ?? purpose;
