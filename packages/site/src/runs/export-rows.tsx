import type { ExportFormat, ExportRecord } from "@assay/client";
import { FileRow } from "../files/file-row.tsx";
import { saveFile } from "../files/save-file.ts";
import { formatBytes } from "../format/format-bytes.ts";

const NAMES: Readonly<Record<ExportFormat, string>> = {
  json: "JSON",
  csv: "CSV",
  xlsx: "Excel workbook",
  oscal: "OSCAL assessment results",
};

export interface ExportRowsProps {
  exports: readonly ExportRecord[];
  download: (exportId: string) => Promise<Response>;
}

/** The files of a run, each with the hash that its bytes have. */
export function ExportRows({ exports, download }: ExportRowsProps) {
  return exports.map(({ id, format, filename, sizeBytes, sha256Hash }) => (
    <FileRow
      key={id}
      name={NAMES[format]}
      detail={formatBytes(sizeBytes)}
      hash={sha256Hash}
      save={async () => saveFile(await download(id), filename)}
    />
  ));
}
