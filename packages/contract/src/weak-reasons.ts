import type { WeakReason } from "./statuses.ts";

/** Why a citation proves nothing, as a clause for people: "it speaks of what is still to come". */
export const WEAK_REASON_TEXTS: Readonly<Record<WeakReason, string>> = {
  NEGATED: "it says that the thing is not so",
  PLANNED: "it speaks of what is still to come",
  PAST: "it speaks of what has ended",
  OTHER_PARTY: "it is another party's statement or task",
  EXCLUSION: "it leaves out part of what is asked",
  FIGURE: "it does not state a figure that meets the required one",
  DATE: "it is out of date by its own words",
  TEMPLATE: "it is a template that is not filled in",
  QUESTION: "it is a question",
  DRAFT: "its document is a draft",
  SUPERSEDED: "its document is no longer in force",
  STANDARD: "its document is the standard's own text",
  REQUIREMENT_TEXT: "it is the requirement's own text",
  REFERENCE: "it only names another text, or says what a word means",
  UNRELATED: "it does not state what is required",
  UNCERTAIN_READING: "its words were read from an image, and not surely enough",
  OFF_TOPIC: "it shows nothing of what is required",
  NOT_ENTAILED: "it does not show what is required",
  CONTRADICTS: "it says that what is required is not so",
};
