import type { ReadingWarning } from "@assay/client";

/** What a person may want to act on, by the codes that are known here; a later service may name others. */
const TITLES: Readonly<Record<string, string>> = {
  PAGES_NOT_READ: "Not fully read",
  PICTURE_NOT_READ: "Images not read",
  ENCODING_UNSURE: "Encoding unsure",
  PART_OMITTED: "A part was left out",
  ATTACHMENT_NOT_READ: "Attachment not read",
  STYLE_SHEET_ABSENT: "Style sheet missing",
  STYLES_NOT_JUDGED: "Hidden text not judged",
  FORMULAS_NOT_COMPUTED: "Formulas without values",
  DATES_UNCLEAR: "Dates unclear",
  DATED_FACTS_LIMIT: "Too many dates",
};

export function titleOfWarning({ code }: Pick<ReadingWarning, "code">): string {
  return TITLES[code] ?? code;
}
