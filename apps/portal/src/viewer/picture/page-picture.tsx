import type { Document, DocumentPage } from "@assay/client";
import { messageOf } from "@assay/site/error-panel";
import { Skeleton } from "@assay/ui";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { pageWordsQuery } from "../../reading/page-queries.ts";
import { nameOfPage } from "../../reading/page-state.ts";
import type { Passage } from "../find-passage.ts";
import { quoteBoxes } from "./quote-boxes.ts";
import { UprightPicture } from "./upright-picture.tsx";
import { usePicture } from "./use-picture.ts";

export interface PagePictureProps {
  document: Document;
  page: DocumentPage;
  /** What is cited of the text of its segment. */
  cited: Passage | null;
}

/** An image of a document as it was read, with what is cited boxed. What was read of it is next to it as text. */
export default function PagePicture({ document, page, cited }: PagePictureProps) {
  const { url, error } = usePicture(document, page.picture!);
  const { data: read } = useQuery(pageWordsQuery(document, page));
  const [isBroken, setBroken] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const boxes = useMemo(() => (read && cited ? quoteBoxes(read.words, cited) : []), [read, cited]);
  const isDrawn = url !== undefined;
  useEffect(() => {
    if (isDrawn && boxes.length > 0)
      frame.current?.querySelector(".picture-cited")?.scrollIntoView({ block: "center" });
  }, [isDrawn, boxes]);
  if (error || isBroken)
    return (
      <p role="alert" className="rounded-md bg-sunken px-3 py-2 text-sm text-muted">
        The picture cannot be shown: {error ? messageOf(error) : "a browser cannot draw it"}. Its text is below; the
        original can be downloaded.
      </p>
    );
  if (!url) return <Skeleton className="h-48 w-full" />;
  const name = nameOfPage(page);
  const alt = boxes.length > 0 ? `${name}, with the quoted words boxed; its text follows` : `${name}; its text follows`;
  return (
    <div ref={frame} className="overflow-hidden rounded-md border border-line bg-white" data-boxes={boxes.length}>
      <UprightPicture picture={read?.picture ?? page.picture!} boxes={boxes}>
        <img src={url} alt={alt} className="block h-auto w-full" onError={() => setBroken(true)} />
      </UprightPicture>
    </div>
  );
}
