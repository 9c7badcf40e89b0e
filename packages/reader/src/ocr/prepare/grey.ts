/** One byte a pixel, rows from the top; 0 is black. */
export interface Grey {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Returns the brightness of RGBA pixels, over white where they are transparent. */
export function toGrey({ data, width, height }: { data: Uint8ClampedArray; width: number; height: number }): Grey {
  const grey = new Uint8Array(width * height);
  for (let at = 0, from = 0; at < grey.length; at += 1, from += 4) {
    const opacity = data[from + 3]!;
    const light = (data[from]! * 77 + data[from + 1]! * 150 + data[from + 2]! * 29) >> 8;
    grey[at] = opacity === 255 ? light : 255 + ((light - 255) * opacity) / 255;
  }
  return { data: grey, width, height };
}
