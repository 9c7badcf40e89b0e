import type { CaptureFact, Picture, RecognisedWord } from "@assay/contract";
import type { Destination, Sending } from "./sending.ts";
import type { SourceFile } from "./text-extractor.ts";

/** An image of a file whose words are to be read. */
export interface PictureToRead {
  /** The page that it belongs to. */
  readonly pageIndex: number;
  readonly pageNumber: number | null;
  readonly at: Picture;
}

/** What was read of an image. */
export interface RecognisedPicture {
  readonly pageIndex: number;
  /** OCR: words were found. EMPTY: there are none. UNREADABLE: it could not be read, and `reason` says why. */
  readonly state: "OCR" | "EMPTY" | "UNREADABLE";
  readonly reason: string | null;
  /** Its lines in reading order, joined by LF; at most `SEGMENT_LENGTH_MAX` long. */
  readonly text: string;
  /** The words of `text` in order, with their boxes in the pixels of the image as it was read. */
  readonly words: readonly RecognisedWord[];
  /** Mean of the words' certainty by their length, 0 to 1; `null` without words. */
  readonly certainty: number | null;
  /** `at` of the request, with size, turn and skew of the image as it was read. */
  readonly picture: Picture;
  readonly captureFacts: readonly CaptureFact[];
  /** Processor time that it took, or real time where the system does not tell. */
  readonly spentMs: number;
}

export interface RecognitionOptions {
  /** Ends the work at once, the child process included. */
  readonly signal: AbortSignal;
  readonly sending?: Sending | undefined;
  /** Of the engine's, those to look for, the commonest first; all of them by default, and where it reads none of these. */
  readonly languages?: readonly string[];
  /** Called for each image, in the order of the request; the OCR engine waits for it before it reads on. */
  onPicture(picture: RecognisedPicture): Promise<void>;
}

/**
 * Reads the words of images, in a process of its own. An image that cannot be read, is too large or takes too much work is
 * UNREADABLE and costs no other one. An aborted signal throws its reason.
 */
export interface OcrEngine {
  readonly sendsTo?: Destination;
  /** Languages that it reads, by the names of their data, such as `eng`. */
  readonly languages: readonly string[];
  recognise(file: SourceFile, pictures: readonly PictureToRead[], options: RecognitionOptions): Promise<void>;
  /** Ends idle child processes. */
  close(): Promise<void>;
}
