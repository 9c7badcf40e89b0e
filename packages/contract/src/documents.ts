import { z } from "zod";
import { EXPIRING_DAYS } from "./document-limits.ts";
import { TEXT_ENCODINGS } from "./encodings.ts";
import { nextCursor, pageQuery } from "./paging.ts";
import { calendarDate, id, isStorableText, sha256, timestamp } from "./primitives.ts";
import { PROVIDERS } from "./residency.ts";
import {
  archiveSkipReason,
  captureFactKind,
  documentFailureCode,
  documentStage,
  documentStatus,
  encodingSource,
  evidenceKind,
  evidenceKindSource,
  fileType,
  pageState,
  readingWarningCode,
  textSource,
} from "./sets.ts";
import { TEXT_LIMITS } from "./text-limits.ts";

export const FILENAME_BYTES_MAX = 255;

export const documentFailure = z.strictObject({
  stage: documentStage,
  code: documentFailureCode,
  message: z.string(),
});

export const readingWarning = z
  .strictObject({ code: readingWarningCode, message: z.string() })
  .describe("A part of a document that was not read or could not be judged.");
export type ReadingWarning = z.infer<typeof readingWarning>;

export const certainty = z.number().min(0).max(1);

export const pageStates = z
  .partialRecord(pageState, z.int().positive())
  .describe("How many pages, sheets, slides, mail parts and images are in each state.");
export type PageStates = z.infer<typeof pageStates>;

export const readEncoding = z
  .strictObject({
    name: z.string().describe("By its WHATWG name, such as shift_jis."),
    source: encodingSource,
    certainty: certainty.describe("1 where it was not guessed."),
  })
  .describe("How the bytes of a text file were taken.");
export type ReadEncoding = z.infer<typeof readEncoding>;

/** Where the image of a page is. */
export const picture = z
  .strictObject({
    kind: z.enum(["PAGE", "FILE", "PART"]).describe("A page of a PDF, the file itself, or a part of a package."),
    part: z.string().optional().describe("The name of the part in the package."),
    frame: z.int().nonnegative().optional().describe("Of a file with several images, from 0."),
    width: z.int().positive().optional().describe("Pixels of the image as it was read, turned upright."),
    height: z.int().positive().optional(),
    turned: z.enum(["0", "90", "180", "270"]).optional().describe("Degrees clockwise by which it was turned."),
    skew: z
      .number()
      .optional()
      .describe("Degrees clockwise by which it was straightened after that, about its centre."),
  })
  .describe("The image of a page.");
export type Picture = z.infer<typeof picture>;

const box = z
  .strictObject({ x0: z.number(), y0: z.number(), x1: z.number(), y1: z.number() })
  .describe("In pixels of the image as it was read, from its top left corner.");

export const captureFact = z
  .strictObject({ kind: captureFactKind, text: z.string(), date: calendarDate.nullable(), box })
  .describe(
    "What an image shows of when, where and by whom it was taken. It is what the image says, and proves nothing.",
  );
export type CaptureFact = z.infer<typeof captureFact>;

export const documentPage = z
  .strictObject({
    pageIndex: z.int().nonnegative(),
    pageNumber: z.int().positive().nullable().describe("The page of a PDF."),
    label: z.string().nullable().describe("What it is called: a sheet, a slide, an attachment, an image."),
    state: pageState,
    reason: z.string().nullable().describe("Why it was not read, or not whole."),
    waiting: z.boolean().describe("Whether its image is still to be read."),
    segmentIndex: z.int().nonnegative().nullable().describe("The segment with the words of its picture."),
    picture: picture.nullable(),
    certainty: certainty.nullable().describe("Of the words that were read from its picture."),
    captureFacts: z.array(captureFact),
  })
  .describe("What was read of a page, sheet, slide, mail part or picture.");
export type DocumentPage = z.infer<typeof documentPage>;

export const documentPageListQuery = pageQuery.extend({ state: pageState.optional() });
export type DocumentPageListQuery = z.infer<typeof documentPageListQuery>;
export const documentPageListReply = z.strictObject({ pages: z.array(documentPage), nextCursor });

export const recognisedWord = z
  .strictObject({
    start: z.int().nonnegative().describe("Where it begins in the text of its segment, in UTF-16 code units."),
    end: z.int().positive(),
    box,
    certainty,
  })
  .describe("A word that was read from an image.");
export type RecognisedWord = z.infer<typeof recognisedWord>;

export const pageWordsReply = z.strictObject({
  picture,
  segmentIndex: z.int().nonnegative(),
  words: z.array(recognisedWord),
});
export type PageWords = z.infer<typeof pageWordsReply>;

export const documentSignature = z
  .strictObject({
    kind: z.enum(["PDF", "OFFICE"]),
    signer: z.string().nullable().describe("The name in the signer's certificate; null where there is none to read."),
    signedAt: timestamp.nullable().describe("As the signature says."),
    coversWholeDocument: z.boolean(),
    bytesUnchanged: z.boolean().nullable().describe("Whether what it covers is what was signed; null: cannot be told."),
  })
  .describe("A signature in a document, as a fact. Whether its signer is to be trusted is not judged.");
export type DocumentSignature = z.infer<typeof documentSignature>;

export const unreadDocument = z
  .strictObject({
    documentId: id,
    originalFilename: z.string(),
    notRead: z.int().positive().describe("Pages, sheets, slides, mail parts and images that were not read."),
    cited: z.boolean().describe("False: it is likely to speak of the requirement, and is not cited."),
  })
  .describe("A document of the evidence that was not fully read.");
export type UnreadDocument = z.infer<typeof unreadDocument>;

export const coverage = z.strictObject({
  pages: z
    .int()
    .nonnegative()
    .describe("Pages of a PDF, slides, sheets, parts of a mail, and images that may hold text; 1 for other formats."),
  pagesWithText: z.int().nonnegative(),
  characters: z.int().nonnegative().describe("UTF-16 code units of the extracted text."),
  chunks: z.int().nonnegative(),
  states: pageStates.nullable().describe("Null for what was read before states were told."),
  warnings: z.array(readingWarning).describe("What was not read, or could not be judged."),
});

export const recognition = z
  .strictObject({
    done: z.int().nonnegative().describe("Images that were read, or given up."),
    total: z.int().positive().describe("Images that OCR is to read."),
  })
  .describe("How far OCR is.");
export type Recognition = z.infer<typeof recognition>;

export const documentWaiting = z
  .strictObject({
    reason: z.enum(["PROVIDER_NOT_ALLOWED"]),
    provider: z.enum(PROVIDERS),
    message: z.string(),
  })
  .describe("Why it is not read on for now.");
export type DocumentWaiting = z.infer<typeof documentWaiting>;

export const archiveSkip = z.strictObject({
  name: z.string(),
  reason: archiveSkipReason,
  documentId: id.optional(),
});

/** What a person or a program calls the place that files come from. */
export const sourceName = z
  .string()
  .trim()
  .min(1, `must have 1 to ${TEXT_LIMITS.sourceName} characters`)
  .max(TEXT_LIMITS.sourceName, `must have 1 to ${TEXT_LIMITS.sourceName} characters`)
  .refine((value) => isStorableText(value) && !/\p{Cc}/u.test(value), "must not contain control characters");

export const sourcePath = z
  .string()
  .min(1, `must have 1 to ${TEXT_LIMITS.sourcePath} characters`)
  .max(TEXT_LIMITS.sourcePath, `must have 1 to ${TEXT_LIMITS.sourcePath} characters`)
  .refine(isStorableText, "must not contain NUL or lone surrogates");

export const documentPlace = z
  .strictObject({
    source: z.string(),
    path: z.string(),
    version: z.int().positive().describe("How many documents have stood there, this one included."),
  })
  .describe("Where a document stands: the path of a file in a source, such as a folder.");
export type DocumentPlace = z.infer<typeof documentPlace>;

export const document = z.strictObject({
  id,
  tenantId: id,
  originalFilename: z.string(),
  title: z.string().nullable().describe("The title that people gave it; null if there is none."),
  heading: z
    .string()
    .nullable()
    .describe("The first heading in it, once it is read; null if its format or its text has none."),
  fileType: fileType,
  status: documentStatus,
  sha256Hash: sha256,
  sizeBytes: z.int().nonnegative(),
  parentDocumentId: id.nullable(),
  places: z.array(documentPlace).describe("Where it stands now; empty for what was uploaded without a place."),
  replacesDocumentId: id.nullable().describe("The document of which it was uploaded as a new version."),
  supersededById: id
    .nullable()
    .describe("The newer version that later runs judge instead; null while this one is evidence."),
  retiredAt: timestamp.nullable().describe("Since when later runs leave it out; null while it is evidence."),
  category: z.string().nullable(),
  effectiveDate: calendarDate.nullable(),
  expiresAt: calendarDate.nullable(),
  ownerId: z.uuid().nullable().describe("The member who answers for it."),
  reviewBy: calendarDate.nullable().describe("The day by which its owner looks at it again."),
  evidenceKind: evidenceKind.describe("Whether it lays down a rule or records what was done."),
  evidenceKindSource: evidenceKindSource.describe("Whether a person said so or it was derived from the document."),
  uploadedAt: timestamp,
  scannedAt: timestamp
    .nullable()
    .describe("When the malware scanner of the deployment found nothing in it; null where none has looked."),
  extractedAt: timestamp.nullable(),
  parsedAt: timestamp.nullable(),
  indexedAt: timestamp.nullable(),
  readyAt: timestamp.nullable(),
  failure: documentFailure.nullable(),
  coverage: coverage.nullable(),
  recognition: recognition.nullable().describe("While OCR reads its images; else null."),
  waiting: documentWaiting.nullable().describe("While it waits for what its tenant does not allow; else null."),
  encoding: readEncoding.nullable().describe("Of a text file that was read; null for other formats."),
  signatures: z.array(documentSignature).describe("The digital signatures in it."),
  readerVersion: z
    .int()
    .positive()
    .nullable()
    .describe(
      "Version of the reader that extracts or extracted the text; `null` for an archive and for documents from before versions.",
    ),
  archive: z
    .strictObject({ members: z.int().nonnegative(), skipped: z.array(archiveSkip) })
    .nullable()
    .describe("Of an archive, and of a mail with attachments: how many members became documents and which did not."),
});
export type Document = z.infer<typeof document>;

export const documentVersion = z
  .strictObject({
    documentId: id,
    originalFilename: z.string(),
    status: documentStatus,
    sha256Hash: sha256,
    sizeBytes: z.int().nonnegative(),
    source: z
      .string()
      .nullable()
      .describe("Null, as `path`, for versions that a person made of a document without a place."),
    path: z.string().nullable(),
    version: z.int().positive(),
    heldFrom: timestamp,
    heldUntil: timestamp.nullable().describe("Null for what stands there now."),
    isEvidence: z.boolean().describe("Whether later runs judge it, wherever it stands."),
  })
  .describe("A document at a place where another document stood or stands, for as long as it stood there.");
export type DocumentVersion = z.infer<typeof documentVersion>;
export const documentVersionListReply = z.strictObject({ versions: z.array(documentVersion), nextCursor });

const offsets = z.strictObject({
  start: z.int().nonnegative().describe("UTF-16 code units of the document's text."),
  end: z.int().nonnegative(),
});
const comparedDocument = z.strictObject({
  documentId: id,
  originalFilename: z.string(),
  characters: z.int().nonnegative(),
});
const textChange = z
  .strictObject({
    kind: z.enum(["equal", "removed", "added"]),
    text: z.string().describe("Of `to`; of `from` where it was removed."),
    from: offsets.nullable().describe("Null for what was added."),
    to: offsets.nullable().describe("Null for what was removed."),
  })
  .describe(
    "Lines, and sentences of long lines, in the order of both texts. White space at their ends does not count.",
  );
export type TextChange = z.infer<typeof textChange>;

export const documentComparisonQuery = z.strictObject({
  against: z.string().min(1).max(100).describe("The id of the document that is `from`, such as an earlier version."),
});
export const documentComparison = z
  .strictObject({
    from: comparedDocument,
    to: comparedDocument,
    changes: z.array(textChange).describe("Empty where `complete` is false."),
    complete: z.boolean(),
    incompleteReason: z.enum(["TOO_LARGE", "TOO_DIFFERENT"]).nullable(),
  })
  .describe("How the text of one document became that of another.");
export type DocumentComparison = z.infer<typeof documentComparison>;

export const documentReply = z.strictObject({ document });
export const documentListReply = z.strictObject({
  documents: z.array(document),
  nextCursor,
  total: z.int().nonnegative().optional().describe("With `total=true`: of all pages."),
});

export const documentStatusReply = z.strictObject({
  id,
  status: documentStatus,
  uploadedAt: timestamp,
  extractedAt: timestamp.nullable(),
  parsedAt: timestamp.nullable(),
  indexedAt: timestamp.nullable(),
  readyAt: timestamp.nullable(),
  failure: documentFailure.nullable(),
  recognition: recognition.nullable().describe("While OCR reads its images; else null."),
  waiting: documentWaiting.nullable().describe("While it waits for what its tenant does not allow; else null."),
});

/** Asks for the documents that came from no archive and no mail. */
export const NO_PARENT = "none";

export const documentSort = z.enum(["uploadedAt", "expiresAt", "reviewBy"]);

export const documentGap = z.enum(["NOT_FULLY_READ", "ENCODING_UNSURE", "MEMBERS_SKIPPED"]);
export type DocumentGap = z.infer<typeof documentGap>;

export const documentListQuery = pageQuery.extend({
  status: documentStatus.optional(),
  category: z.string().max(TEXT_LIMITS.documentCategory).optional(),
  parentDocumentId: z
    .string()
    .max(100)
    .optional()
    .describe("The id of the document that they came out of, or `none`: of none."),
  q: z.string().max(200).optional().describe("Part of the file name, the title or the first heading, in any case."),
  sha256: sha256.optional(),
  source: sourceName.optional().describe("What stands at a place of this source now."),
  path: sourcePath.optional().describe("What stands at this path now."),
  isEvidence: z
    .enum(["true", "false"])
    .optional()
    .describe("Whether later runs judge it: neither superseded nor retired."),
  kind: evidenceKind.optional(),
  ownerId: z.string().max(100).optional(),
  expiresFrom: calendarDate.optional().describe("Those whose `expiresAt` is this day or later."),
  expiresBefore: calendarDate.optional().describe("Those whose `expiresAt` is before this day."),
  gap: documentGap.optional().describe("What of them later runs cannot judge."),
  reviewBefore: calendarDate.optional().describe("Those whose `reviewBy` is before this day."),
  sort: documentSort
    .optional()
    .describe("Default: newest first. `expiresAt` and `reviewBy`: the earliest first, and only those that have one."),
  total: z.enum(["true"]).optional().describe("Counts all that the filters find, in `total` of the reply."),
});
export type DocumentListQuery = z.infer<typeof documentListQuery>;

export const documentSummaryQuery = z.strictObject({
  uploadedFrom: timestamp.optional().describe("Counts only what was uploaded at this time or later."),
});
export type DocumentSummaryQuery = z.infer<typeof documentSummaryQuery>;

const counted = z.int().nonnegative();
export const SUMMARY_CATEGORIES_MAX = 20;

export const documentSummary = z
  .strictObject({
    documents: counted.describe("Without archives, whose members are counted instead."),
    ready: counted,
    waiting: counted.describe("Being read."),
    failed: counted,
    archivesWaiting: counted.describe("Being unpacked, or waiting for their members."),
    archivesFailed: counted,
    pages: counted.describe("Of the READY ones, as `pagesWithText` and `chunks`."),
    pagesWithText: counted,
    chunks: counted,
    expired: counted,
    expiring: counted.describe(`Expire within ${EXPIRING_DAYS} days.`),
    reviewDue: counted,
    notFullyRead: counted.describe("READY, with pages or images that were not read."),
    encodingUnsure: counted.describe("READY, in an encoding that was guessed and is not certain."),
    membersSkipped: counted.describe("Archives and mails of which something became no document."),
    categories: z
      .array(z.strictObject({ category: z.string().nullable(), documents: z.int().positive() }))
      .max(SUMMARY_CATEGORIES_MAX)
      .describe(`The ${SUMMARY_CATEGORIES_MAX} largest, the largest first.`),
    superseded: counted.describe("Documents that later runs do not judge, as a newer version is there."),
    retired: counted.describe("Other documents that later runs do not judge."),
  })
  .describe("Counts of a tenant's documents; of those that later runs judge, but for `superseded` and `retired`.");
export type DocumentSummary = z.infer<typeof documentSummary>;
export const documentSummaryReply = z.strictObject({ summary: documentSummary });

const versionShape = z.strictObject({
  category: z.string().trim().min(1).max(TEXT_LIMITS.documentCategory).optional(),
  effectiveDate: calendarDate.optional(),
  expiresAt: calendarDate.optional(),
  title: z.string().trim().min(1).max(TEXT_LIMITS.documentTitle).optional(),
  ownerId: z.string().max(100).optional().describe("An active member."),
  reviewBy: calendarDate.optional(),
});
const areInOrder = ({ effectiveDate, expiresAt }: z.infer<typeof versionShape>) =>
  !effectiveDate || !expiresAt || effectiveDate <= expiresAt;
const OUT_OF_ORDER = { path: ["expiresAt"], message: "must not be before effectiveDate" };

export const versionFields = versionShape
  .refine(areInOrder, OUT_OF_ORDER)
  .describe(
    "The form fields next to `file`. Title, category and owner are those of the version before where not given.",
  );

export const uploadFields = versionShape
  .extend({
    source: sourceName.optional().describe("Where the file comes from, such as the name of a folder; with `path`."),
    path: sourcePath
      .optional()
      .describe("Of the file in its source: other bytes there become a new version of what stood there."),
  })
  .refine(areInOrder, OUT_OF_ORDER)
  .refine((fields) => fields.path === undefined || fields.source !== undefined, {
    path: ["source"],
    message: "must be given with path",
  })
  .refine((fields) => fields.source === undefined || fields.path !== undefined, {
    path: ["path"],
    message: "must be given with source",
  })
  .describe("The form fields next to `file`.");
export type UploadFields = z.infer<typeof uploadFields>;

/** A file that comes in parts. */
export const resumableUpload = z
  .strictObject({
    id,
    filename: z.string(),
    sizeBytes: z.int().positive(),
    receivedBytes: z.int().nonnegative().describe("Where it goes on; all of it once it is a document."),
    expiresAt: timestamp.describe("When it is deleted unless it has become a document."),
    duplicate: z.boolean().nullable().describe("Whether the tenant had these bytes already; null until the end."),
  })
  .describe("A file that is uploaded in parts.");
export const resumableUploadReply = z.strictObject({ upload: resumableUpload, document: document.nullable() });

export const patchDocumentBody = z
  .strictObject({
    title: z.string().trim().min(1).max(TEXT_LIMITS.documentTitle).nullable().optional(),
    category: z.string().trim().min(1).max(TEXT_LIMITS.documentCategory).nullable().optional(),
    effectiveDate: calendarDate.nullable().optional(),
    expiresAt: calendarDate.nullable().optional(),
    evidenceKind: evidenceKind.optional(),
    ownerId: z.string().max(100).nullable().optional().describe("An active member."),
    reviewBy: calendarDate.nullable().optional(),
  })
  .describe(
    "Fields that are omitted do not change; null removes a value. Both dates are checked together with the stored ones.",
  );
export type PatchDocumentBody = z.infer<typeof patchDocumentBody>;

export const textEncoding = z.enum(TEXT_ENCODINGS, { error: `must be one of ${TEXT_ENCODINGS.join(", ")}` });

export const reprocessDocumentBody = z
  .strictObject({
    encoding: textEncoding
      .optional()
      .describe("Of a text file: how its bytes are to be taken, from now on. Without it an earlier choice holds."),
  })
  .describe("How a document is read again.");
export type ReprocessDocumentBody = z.infer<typeof reprocessDocumentBody>;

export const deleteDocumentQuery = z.strictObject({ dryRun: z.enum(["true", "false"]).optional() });

export const deleteDocumentBody = z
  .strictObject({
    reason: z
      .string()
      .trim()
      .min(1)
      .max(TEXT_LIMITS.deletionReason)
      .optional()
      .describe("The audit log keeps its SHA-256."),
  })
  .describe("Why a document is deleted.");
export type DeleteDocumentBody = z.infer<typeof deleteDocumentBody>;

export const deleteDryRunReply = z
  .strictObject({
    documents: z
      .array(z.strictObject({ id, originalFilename: z.string() }))
      .describe("The document and everything extracted from it: the members of an archive, the attachments of a mail."),
    alsoHeldBy: z
      .array(z.strictObject({ id, originalFilename: z.string(), documentId: id }))
      .describe("Other archives and mails that contain the same bytes as one of these and skipped them as duplicates."),
  })
  .describe("What deleting a document would remove.");

export const chunk = z.strictObject({
  id,
  chunkId: id.describe("The same as `id`: the name that citations use."),
  tenantId: id,
  documentId: id,
  chunkIndex: z.int().nonnegative(),
  content: z.string(),
  pageNumber: z
    .int()
    .positive()
    .nullable()
    .describe("The page of a PDF; null for other formats, which have `location`."),
  location: z.string().nullable(),
  tokenCount: z.int().positive().describe("An estimate: characters / 4, rounded up."),
  startOffset: z.int().nonnegative().describe("UTF-16 code units of the document's text."),
  endOffset: z.int().positive(),
  textSource,
  certainty: certainty.nullable().describe("Of words that were read from an image; null for others."),
});
export type Chunk = z.infer<typeof chunk>;

export const chunkListReply = z.strictObject({ chunks: z.array(chunk), nextCursor });

/** What a piece of a document is: its text, or remarks that readers left on it, of which no chunk is cut. */
export const SEGMENT_KINDS = ["TEXT", "COMMENT"] as const;

const textRange = z.tuple([z.int().nonnegative(), z.int().positive()]);

export const segment = z
  .strictObject({
    segmentIndex: z.int().nonnegative().describe("From 0, without gaps."),
    kind: z
      .enum(SEGMENT_KINDS)
      .describe(
        "COMMENT: what readers remarked on the text, with author and date; it is no evidence and has no chunks.",
      ),
    pageNumber: z.int().positive().nullable(),
    location: z.string().nullable(),
    context: z
      .string()
      .nullable()
      .describe("What is embedded with the text and never cited, such as a sheet's column headings."),
    text: z.string(),
    startOffset: z.int().nonnegative().describe("Where `text` begins in the document's text, in UTF-16 code units."),
    hidden: z.array(textRange).describe("Ranges of `text` that a reader of the original would not see: [start, end)."),
    struck: z.array(textRange).describe("Ranges of `text` that the original shows crossed out: [start, end)."),
    quoted: z.array(textRange).describe("Ranges of `text` that a mail quotes from an earlier one: [start, end)."),
    textSource,
    certainty: certainty.nullable(),
    chunks: z
      .array(z.strictObject({ id, startOffset: z.int().nonnegative(), endOffset: z.int().positive() }))
      .describe("The chunks cut from `text`, as ranges of the document's text."),
  })
  .describe(
    "A piece of a document's text that no chunk crosses: a PDF page, rows of a sheet, a slide, a heading section.",
  );
export type Segment = z.infer<typeof segment>;

export const segmentListQuery = pageQuery.extend({
  from: z
    .string()
    .regex(/^\d{1,9}$/, "must be a whole number from 0")
    .transform(Number)
    .meta({ asParameter: { type: "integer", minimum: 0 } })
    .optional()
    .describe("The first `segmentIndex` to return."),
  chunkId: z.string().max(100).optional().describe("Only the segment that contains this chunk."),
  kind: z.enum(SEGMENT_KINDS).optional().describe("Only segments of this kind."),
});
export type SegmentListQuery = z.infer<typeof segmentListQuery>;

export const segmentListReply = z.strictObject({
  segments: z.array(segment),
  total: z.int().nonnegative().describe("How many segments the document has."),
  nextCursor,
});
