import type { CaptureFact, FileType, Picture, RecognisedWord } from "@assay/contract";

/** An image of the file at `path`. */
export interface PictureJob {
  readonly path: string;
  readonly fileType: FileType;
  readonly pageNumber: number | null;
  readonly at: Picture;
  readonly languages: readonly string[];
}

export interface ReadPicture {
  readonly text: string;
  readonly words: readonly RecognisedWord[];
  readonly certainty: number | null;
  readonly picture: Picture;
  readonly captureFacts: readonly CaptureFact[];
}

export type FromChild =
  /** The process has started and has the picture: what happens from here on is the picture's doing. */
  | { readonly type: "begun" }
  | { readonly type: "read"; readonly result: ReadPicture }
  | { readonly type: "failed"; readonly reason: string }
  /** The machine refused what reading needs, by the code of a system call: the file is not to blame. */
  | { readonly type: "starved"; readonly code: string };
