import { choice, text } from "@assay/site/form-dialog";
import { EXPIRY_CHOICES, expiryDays } from "./expiry.ts";

/** When a key ends. */
export const expiryFields = () => ({
  expiry: choice("Expires after", EXPIRY_CHOICES, { before: "90", hint: "At most one year", half: true }),
  day: text("Day", {
    type: "date",
    required: true,
    ...expiryDays(new Date()),
    half: true,
    when: ({ expiry }) => expiry === "day",
  }),
});
