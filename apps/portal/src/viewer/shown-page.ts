import type { DocumentPage } from "@assay/client";

/** A page that somebody chose in the list of pages; each choice is a new one, so that the same page is shown again. */
export interface ShownPage {
  readonly page: DocumentPage;
}
