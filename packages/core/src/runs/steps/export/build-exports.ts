import {
  type Assessment,
  type CitationNote,
  canonicalJson,
  type ExportFormat,
  type FixedException,
  type FrozenTask,
  type PageStates,
  type Period,
  WEAK_REASON_TEXTS,
} from "@assay/contract";
import { describeUnreadDocuments } from "../../../assessments/describe-unread-documents.ts";
import { isNotJudged } from "../../../assessments/not-judged.ts";
import { toCsv } from "../../../csv.ts";
import { describePageStates } from "../../../documents/describe-page-states.ts";
import type { KeptRequirement } from "../../../packs/bindings.ts";
import type { WorkbookWriter, Worksheet } from "../../../ports/workbook-writer.ts";

/** What an export says about a run. */
export interface ExportSource {
  readonly run: {
    readonly id: string;
    readonly tenantId: string;
    readonly packId: string;
    readonly startedAt: string | null;
    /** Omitted of a run without one. */
    readonly period?: Period;
    readonly snapshotCriteriaVersionId: string;
    readonly snapshotCorpusActivationId: string;
    readonly snapshotRetrievalVersionId: string;
  };
  readonly confidenceThresholds: { readonly complete: number; readonly partial: number };
  readonly requirements: readonly KeptRequirement[];
  readonly assessments: readonly Assessment[];
  /** Omitted of a run without one. */
  readonly exceptions?: readonly FixedException[];
  readonly tasks: readonly FrozenTask[];
  readonly documents: readonly {
    readonly id: string;
    readonly originalFilename: string;
    readonly sha256Hash: string;
    /** Omitted of one whose pages all have text of their own. */
    readonly states?: PageStates;
  }[];
}

export interface BuiltExport {
  readonly format: ExportFormat;
  readonly filename: string;
  readonly bytes: Uint8Array;
}

/** Every format of a run's results but OSCAL; equal results give equal bytes. */
export async function buildExports(
  source: ExportSource,
  workbook: Pick<WorkbookWriter, "write">,
): Promise<BuiltExport[]> {
  const encoder = new TextEncoder();
  const name = (format: ExportFormat) => `assay-run-${source.run.id}.${format}`;
  return [
    {
      format: "json",
      filename: name("json"),
      bytes: encoder.encode(canonicalJson({ ...source, totals: totals(source) })),
    },
    { format: "csv", filename: name("csv"), bytes: encoder.encode(toCsv(csvRows(source))) },
    { format: "xlsx", filename: name("xlsx"), bytes: await workbook.write(worksheets(source)) },
  ];
}

function totals({ requirements, assessments, documents }: ExportSource) {
  const citations = assessments.reduce((sum, assessment) => sum + assessment.citations.length, 0);
  const notJudged = assessments.filter((assessment) => !isJudged(assessment)).length;
  const counts = { requirements: requirements.length, citations, documents: documents.length };
  return notJudged > 0 ? { ...counts, notJudged } : counts;
}

function isJudged({ flags = [] }: Assessment): boolean {
  return !isNotJudged({ flags });
}

/** What people read: nothing was found out of one that was not judged, so it is not MISSING. */
function shownStatus(assessment: Assessment): string {
  return isJudged(assessment) ? assessment.status : "NOT_JUDGED";
}

const VERDICT_HEADINGS = ["Criterion", "Criterion title", "Requirement", "Title", "Status", "Confidence", "Reasoning"];

function verdictRows({ requirements, assessments }: ExportSource) {
  const byId = new Map(assessments.map((assessment) => [assessment.requirementId, assessment]));
  return requirements.map((requirement) => {
    const assessment = byId.get(requirement.requirementId);
    return {
      assessment,
      cells: [
        requirement.criterionId,
        requirement.criterionTitle,
        requirement.requirementId,
        requirement.title,
        assessment ? shownStatus(assessment) : null,
        assessment && isJudged(assessment) ? assessment.confidence : null,
        assessment?.reasoning ?? null,
      ],
    };
  });
}

function csvRows(source: ExportSource): (string | number | null)[][] {
  const titles = documentTitles(source);
  const counts = totals(source);
  const { requirements, citations, documents } = counts;
  return [
    [
      ...VERDICT_HEADINGS,
      "Citations",
      "First citation: document",
      "Page",
      "Quote",
      ...(hasNotes(source) ? ["Weak citations"] : []),
      ...(hasParts(source) ? ["Parts", "Parts met"] : []),
      ...periodHeadings(source),
      ...exceptionHeadings(source),
      ...(hasImages(source) ? ["Citations read from images"] : []),
      ...unreadHeadings(source),
    ],
    ...verdictRows(source).map(({ assessment, cells }) => {
      const first = assessment?.citations[0];
      return [
        ...cells,
        assessment?.citations.length ?? 0,
        first ? titles(first.documentId) : null,
        first?.pageNumber ?? null,
        first?.text ?? null,
        ...(hasNotes(source) ? [assessment?.citationNotes?.filter(({ weak }) => weak).length ?? 0] : []),
        ...(hasParts(source) ? partCounts(assessment) : []),
        ...periodCells(source, assessment),
        ...exceptionCells(source, assessment),
        ...(hasImages(source) ? [assessment?.citationNotes?.filter(isFromImage).length ?? 0] : []),
        ...unreadCells(source, assessment),
      ];
    }),
    [
      "Totals",
      `${requirements} requirements`,
      `${citations} citations`,
      `${documents} documents`,
      ...("notJudged" in counts ? [`${counts.notJudged} not judged`] : []),
    ],
  ];
}

/** A run without a period counts no occurrences, and its exports have no columns for them. */
function periodHeadings({ run }: ExportSource): string[] {
  return run.period ? ["Occurrences expected", "Occurrences found", "Gaps"] : [];
}

function periodCells({ run }: ExportSource, assessment: Assessment | undefined): (string | number | null)[] {
  if (!run.period) return [];
  const occurrences = assessment?.occurrences;
  if (!occurrences) return [null, null, null];
  const gaps = occurrences.gaps.map(({ from, to }) => `${from} to ${to}`).join("; ");
  return [occurrences.expected, occurrences.found, gaps];
}

/** A run without exceptions has no column for them. */
function exceptionHeadings({ exceptions }: ExportSource): string[] {
  return exceptions ? ["Exception"] : [];
}

function exceptionCells({ exceptions }: ExportSource, assessment: Assessment | undefined): (string | null)[] {
  if (!exceptions) return [];
  const covering = exceptions.filter(({ requirementId }) => requirementId === assessment?.requirementId);
  return [covering.map(describeException).join("; ") || null];
}

function describeException({ validUntil, kind }: FixedException): string {
  return `Covered by an exception until ${validUntil} (${kind})`;
}

function exceptionSheet({ exceptions }: ExportSource): Worksheet[] {
  if (!exceptions) return [];
  return [
    {
      name: "Exceptions",
      rows: [
        [
          ...["Requirement", "Kind", "Valid from", "Valid until", "Scope", "Reason", "Compensating control"],
          ...["Owner id", "Proposed by", "Approved by", "Approved at", "Document id", "Exception id"],
        ],
        ...exceptions.map((each) => [
          ...[each.requirementId, each.kind, each.validFrom, each.validUntil, each.scope, each.reason],
          ...[each.compensatingControl, each.ownerId, each.proposedBy, each.approvedBy, each.approvedAt],
          ...[each.documentId, each.id],
        ]),
      ],
    },
  ];
}

/** The days that count, one a row. */
function occurrenceSheet({ run, assessments }: ExportSource, titles: (id: string) => string): Worksheet[] {
  if (!run.period) return [];
  return [
    {
      name: "Occurrences",
      rows: [
        ["Requirement", "Date", "Document", "Words", "Document id", "Chunk id"],
        ...assessments.flatMap(({ requirementId, occurrences }) =>
          (occurrences?.facts ?? []).map(({ date, documentId, chunkId, text }) => [
            requirementId,
            date,
            titles(documentId),
            text,
            documentId,
            chunkId,
          ]),
        ),
      ],
    },
  ];
}

function worksheets(source: ExportSource): Worksheet[] {
  const titles = documentTitles(source);
  const counts = totals(source);
  const { requirements, citations, documents } = counts;
  return [
    {
      name: "Assessments",
      rows: [
        [...VERDICT_HEADINGS, ...periodHeadings(source), ...exceptionHeadings(source), ...unreadHeadings(source)],
        ...verdictRows(source).map(({ assessment, cells }) => [
          ...cells,
          ...periodCells(source, assessment),
          ...exceptionCells(source, assessment),
          ...unreadCells(source, assessment),
        ]),
      ],
    },
    ...occurrenceSheet(source, titles),
    {
      name: "Citations",
      rows: [
        [
          "Requirement",
          "Document",
          "Page",
          "Quote",
          "Document id",
          "Chunk id",
          ...(hasNotes(source) ? ["Why it proves nothing"] : []),
          ...(hasImages(source) ? ["Read from", "Certainty"] : []),
        ],
        ...source.assessments.flatMap(({ requirementId, citations, citationNotes = [] }) =>
          citations.map((citation, index) => [
            requirementId,
            titles(citation.documentId),
            citation.pageNumber,
            citation.text,
            citation.documentId,
            citation.chunkId,
            ...(hasNotes(source) ? [whyWeak(citationNotes, index)] : []),
            ...(hasImages(source) ? readFrom(citationNotes, index) : []),
          ]),
        ),
      ],
    },
    ...(hasParts(source) ? [partSheet(source)] : []),
    ...exceptionSheet(source),
    {
      name: "Tasks",
      rows: [
        ["Requirement", "Title", "Description", "Status"],
        ...source.tasks.map((task) => [task.requirementId, task.title, task.description, task.status]),
      ],
    },
    {
      name: "Documents",
      rows: [
        ["Document", "Document id", "SHA-256", ...(hasStates(source) ? ["Pages by what was read of them"] : [])],
        ...source.documents.map(({ originalFilename, id, sha256Hash, states }) => [
          originalFilename,
          id,
          sha256Hash,
          ...(hasStates(source) ? [describePageStates(states)] : []),
        ]),
      ],
    },
    {
      name: "Run",
      rows: [
        ["Field", "Value"],
        ["Run", source.run.id],
        ["Pack", source.run.packId],
        ["Started at", source.run.startedAt],
        ...(source.run.period
          ? [
              ["Period from", source.run.period.from],
              ["Period to", source.run.period.to],
            ]
          : []),
        ["Criteria version", source.run.snapshotCriteriaVersionId],
        ["Corpus activation", source.run.snapshotCorpusActivationId],
        ["Retrieval version", source.run.snapshotRetrievalVersionId],
        ["COMPLETE from", source.confidenceThresholds.complete],
        ["PARTIAL from", source.confidenceThresholds.partial],
        ["Requirements", requirements],
        ["Citations", citations],
        ["Documents", documents],
        ...("notJudged" in counts ? [["Not judged", counts.notJudged]] : []),
      ],
    },
  ];
}

/** An earlier engine version holds no citation against the guard: its exports are as they were. */
function hasNotes({ assessments }: ExportSource): boolean {
  return assessments.some(({ citationNotes = [] }) => citationNotes.some(({ weak }) => weak !== undefined));
}

/** A run without evidence that was read from images has no column for that. */
function hasImages({ assessments }: ExportSource): boolean {
  return assessments.some(({ citationNotes = [] }) => citationNotes.some(isFromImage));
}

/** A run whose pages all have text of their own has no column for what was read of them. */
function hasStates({ documents }: ExportSource): boolean {
  return documents.some(({ states }) => states !== undefined);
}

function isFromImage({ textSource }: CitationNote): boolean {
  return textSource === "OCR";
}

function readFrom(notes: readonly CitationNote[], index: number): (string | number | null)[] {
  const note = notes.find((each) => each.index === index);
  return note && isFromImage(note) ? ["image", note.certainty ?? null] : ["text", null];
}

/** A run whose evidence was read in full has no column for what was not. */
function unreadHeadings({ assessments }: ExportSource): string[] {
  return assessments.some(({ unreadDocuments }) => unreadDocuments) ? ["Not fully read"] : [];
}

function unreadCells(source: ExportSource, assessment: Assessment | undefined): (string | null)[] {
  if (unreadHeadings(source).length === 0) return [];
  return [describeUnreadDocuments(assessment?.unreadDocuments)];
}

function whyWeak(notes: NonNullable<Assessment["citationNotes"]>, index: number): string | null {
  const weak = notes.find((note) => note.index === index)?.weak;
  return weak === undefined ? null : WEAK_REASON_TEXTS[weak];
}

/** An earlier engine version judges a requirement as a whole: its exports are as they were. */
function hasParts({ assessments }: ExportSource): boolean {
  return assessments.some(({ parts }) => parts !== undefined);
}

function partCounts(assessment: Assessment | undefined): (number | null)[] {
  const parts = assessment?.parts;
  return parts ? [parts.length, parts.filter(({ verdict }) => verdict === "MET").length] : [null, null];
}

function partSheet({ assessments }: ExportSource): Worksheet {
  return {
    name: "Parts",
    rows: [
      ["Requirement", "Part", "Verdict", "Why", "Quotes"],
      ...assessments.flatMap(({ requirementId, parts = [], citations }) =>
        parts.map(({ part, verdict, why, citations: cited }) => [
          requirementId,
          part,
          verdict,
          why,
          cited.flatMap((at) => citations[at]?.text ?? []).join("\n"),
        ]),
      ),
    ],
  };
}

function documentTitles({ documents }: ExportSource): (id: string) => string {
  const names = new Map(documents.map(({ id, originalFilename }) => [id, originalFilename]));
  return (id) => names.get(id) ?? id;
}
