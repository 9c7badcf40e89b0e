import { text } from "@assay/site/form-dialog";
import { EXPIRES_TOO_EARLY } from "./expires-too-early.ts";

/** From when and until when a file that is about to be sent holds. */
export const periodFields = () => ({
  effectiveDate: text("Effective from", { type: "date", half: true }),
  expiresAt: text("Expires on", {
    type: "date",
    half: true,
    check: (day, { effectiveDate }) => (day && day < String(effectiveDate) ? EXPIRES_TOO_EARLY : undefined),
  }),
});
