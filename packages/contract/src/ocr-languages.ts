import { z } from "zod";
import { OCR_LANGUAGES } from "./formats.ts";

export const ocrLanguages = z
  .strictObject({
    languages: z
      .array(z.enum(OCR_LANGUAGES))
      .max(OCR_LANGUAGES.length)
      .refine((languages) => new Set(languages).size === languages.length, "must name each language once")
      .describe(
        "The languages that the tenant's scans and images are in, the commonest first, by the names of Tesseract's data; none: all that the service reads.",
      ),
  })
  .describe("The languages that OCR looks for in the tenant's scans and images.");
export type OcrLanguages = z.infer<typeof ocrLanguages>;
