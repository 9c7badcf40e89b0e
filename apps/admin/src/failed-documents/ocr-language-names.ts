import type { OcrLanguages } from "@assay/client/admin";

export type OcrLanguage = OcrLanguages["languages"][number];

/** The languages of scans by the names of their data. */
export const OCR_LANGUAGE_NAMES: Readonly<Record<OcrLanguage, string>> = {
  eng: "English",
  deu: "German",
  fra: "French",
  spa: "Spanish",
  ita: "Italian",
  por: "Portuguese",
  nld: "Dutch",
};

export const nameOcrLanguage = (language: OcrLanguage): string => OCR_LANGUAGE_NAMES[language] ?? language;
