import type { Document, Picture } from "@assay/client";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { readRange } from "../read-range.ts";

/** The image of a page as an address that an image can show; it lasts as long as somebody shows it. */
export function usePicture({ id, sizeBytes, fileType }: Document, picture: Picture) {
  const original = useQuery({
    queryKey: ["whole-original", id],
    queryFn: async ({ signal }) => (await readRange(id, { start: 0, end: sizeBytes }, { signal })).bytes,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
  const { kind, part, frame } = picture;
  const drawn = useQuery({
    queryKey: ["picture", id, kind, part, frame],
    queryFn: async () => {
      const { loadPicture } = await import("./load-picture.ts");
      return loadPicture(original.data!, fileType, picture);
    },
    enabled: original.data !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const [url, setUrl] = useState<string>();
  const blob = drawn.data;
  useEffect(() => {
    if (!blob) return;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return { url, error: original.error ?? drawn.error };
}
