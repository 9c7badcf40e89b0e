import { AssayError, FetchError, type FileType, formatOfExtension, WRITTEN_FORMATS } from "@assay/contract";
import { detectFileType, splitExtension } from "@assay/contract/file-type";
import { type Attempt, nothingLeft, type Outcome } from "../../jobs/stage.ts";
import type { FetchedFile } from "../../ports/fetcher.ts";
import { ingestionFileKey } from "./create-ingestion.ts";
import { advanceIngestion, beginIngestion, type IngestionServices, loadOpenIngestion, now } from "./open-ingestion.ts";

/** Brings the bytes in; those of a file are there already. A repeated attempt fetches again. */
export async function fetchSource(services: IngestionServices, attempt: Attempt): Promise<Outcome> {
  const { job } = attempt;
  const ingestion = await loadOpenIngestion(attempt);
  if (!ingestion) return nothingLeft;
  if (ingestion.status === "PENDING") await attempt.checkpoint((tx) => beginIngestion(tx, job));
  const source = ingestion.url === null ? {} : await download(services, attempt, ingestion.url);
  return {
    state: "done",
    write: (tx) => advanceIngestion(tx, job, "parsing", { status: "PARSING", parsingAt: now, ...source }),
  };
}

async function download({ fetcher, files }: IngestionServices, { job, signal }: Attempt, url: string) {
  const key = ingestionFileKey(job.subjectId);
  const page = await fetcher.fetch(url, { signal });
  const fileType = typeOf(page);
  // A key is written once, and an attempt that died here may have left another state of the page.
  await files.delete(key);
  const { sizeBytes, sha256 } = await files.put(key, new Blob([page.bytes as BlobPart]).stream(), {
    limitBytes: page.bytes.length,
  });
  return { fileType, sizeBytes, sha256Hash: sha256 };
}

const MEDIA_TYPES = new Map(
  WRITTEN_FORMATS.flatMap(({ mediaTypes = [], extensions }) =>
    mediaTypes.map((type) => [type, extensions[0]] as const),
  ),
);
const BINARY_EXTENSIONS = WRITTEN_FORMATS.filter(({ bytes }) => bytes.in !== "text").map(
  ({ extensions }) => extensions[0],
);

/** What the server says counts for a text format, else the address's extension; the bytes always have to agree. */
function typeOf({ bytes, mediaType, url }: FetchedFile): FileType {
  const { extension } = splitExtension(new URL(url).pathname);
  const named = WRITTEN_FORMATS.some((format) => format === formatOfExtension(extension)) ? extension : undefined;
  const names = [MEDIA_TYPES.get(mediaType ?? ""), named, ...BINARY_EXTENSIONS];
  for (const name of names) {
    const fileType = name ? tryType(bytes, name) : undefined;
    if (fileType) return fileType;
  }
  throw new FetchError(
    "UNSUPPORTED_FILE_TYPE",
    `Cannot read the page because it must be HTML, text or a document: its media type is '${mediaType ?? "missing"}'`,
  );
}

function tryType(bytes: Uint8Array, extension: string): FileType | undefined {
  const sample = {
    filename: `page.${extension}`,
    head: bytes.subarray(0, 64 * 1024),
    tail: bytes.subarray(-4 * 1024 * 1024),
    sizeBytes: bytes.length,
  };
  try {
    return detectFileType(sample);
  } catch (error) {
    if (error instanceof AssayError) return undefined;
    throw error;
  }
}
