import { ocrLanguages } from "../ocr-languages.ts";
import { defineOperations } from "./define-operations.ts";

export const adminOcrLanguages = defineOperations("admin.ocrLanguages", {
  get: {
    method: "GET",
    path: "/api/admin/ocr-languages",
    role: "ADMIN",
    summary: "Returns the languages that OCR looks for in the tenant's scans and images",
    responses: { 200: "OcrLanguages" },
  },
  change: {
    method: "PUT",
    path: "/api/admin/ocr-languages",
    role: "ADMIN",
    summary: "Says which languages the tenant's scans and images are in",
    description:
      "For pages that are read from now on; those that were read stay as they are until they are processed again. Languages that the service does not read are left out.",
    body: ocrLanguages,
    responses: { 200: "OcrLanguages" },
  },
});
