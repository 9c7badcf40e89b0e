import type { Picture } from "@assay/client";

export interface PicturePlace {
  /** Width and height of the image as it was read, in its pixels. */
  readonly width: number;
  readonly height: number;
  /** How wide the image as it is stored is drawn, as a share of the width as it was read. */
  readonly share: number;
  /** Degrees clockwise by which it is turned about the centre of both. */
  readonly degrees: number;
}

/** Where the stored image lies below the boxes of its words; undefined where its size was not told. */
export function placePicture({ width, height, turned = "0", skew = 0 }: Picture): PicturePlace | undefined {
  if (!width || !height) return undefined;
  const isSideways = turned === "90" || turned === "270";
  return { width, height, share: isSideways ? height / width : 1, degrees: Number(turned) + skew };
}
