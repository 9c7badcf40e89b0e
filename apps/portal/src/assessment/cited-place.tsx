import type { Citation } from "@assay/client";
import { useQuery } from "@tanstack/react-query";
import { citedPlaceQuery } from "../viewer/cited-place-query.ts";
import { describePlace } from "../viewer/describe-place.ts";

/** Where a passage of a file without pages is: its heading, its slide, its sheet and row. */
export default function CitedPlace({ citation }: { citation: Citation }) {
  const { data } = useQuery(citedPlaceQuery(citation.documentId, citation));
  const place = data && describePlace(data);
  if (!place) return null;
  return (
    <bdi className="min-w-0 flex-1 truncate" title={place}>
      {place}
    </bdi>
  );
}
