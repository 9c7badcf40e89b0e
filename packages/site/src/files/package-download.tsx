import type { Assay, RunPackageContents } from "@assay/client";
import { Button } from "@assay/ui";
import { useMutation } from "@tanstack/react-query";
import { Download, PackageOpen } from "lucide-react";
import { useState } from "react";
import { formatDateTime } from "../format/format.ts";
import { formatBytes } from "../format/format-bytes.ts";
import { messageOf } from "../shell/error-panel.tsx";
import { saveFile } from "./save-file.ts";

export interface PackageDownloadProps {
  runId: string;
  open: () => Promise<Pick<Assay, "runs">>;
}

/** The package of a captured run: what it holds and how large it is, then the file. */
export function PackageDownload({ runId, open }: PackageDownloadProps) {
  const [withOriginals, setWithOriginals] = useState(false);
  const asked = withOriginals ? ({ originals: "cited" } as const) : {};
  const contents = useMutation({ mutationFn: async () => (await open()).runs.packageContents(runId, asked) });
  const download = useMutation({
    mutationFn: async ({ filename }: RunPackageContents) =>
      saveFile(await (await open()).runs.package(runId, asked), filename),
  });
  const choose = (isChosen: boolean) => {
    setWithOriginals(isChosen);
    contents.reset();
    download.reset();
  };
  const problem = contents.error ?? download.error;
  return (
    <div className="flex flex-col gap-2 rounded-lg border border-line px-3 py-2 text-sm">
      <p className="text-muted">
        One ZIP for those who check the run without this service: the verdicts as they were captured, the cited
        passages, reviews, exceptions, sign-offs and the audit chain, in a signed list.
      </p>
      <label className="flex items-center gap-2">
        <input
          type="checkbox"
          className="size-4 shrink-0 accent-accent"
          checked={withOriginals}
          disabled={contents.isPending || download.isPending}
          onChange={(event) => choose(event.target.checked)}
        />
        With the cited documents as they were uploaded
      </label>
      {contents.data && <Contents {...contents.data} />}
      <div className="flex flex-wrap gap-2">
        {contents.data ? (
          <Button
            icon={<Download size={14} aria-hidden />}
            busy={download.isPending}
            onClick={() => download.mutate(contents.data)}
          >
            Download package, {formatBytes(contents.data.sizeBytes)}
          </Button>
        ) : (
          <Button
            icon={<PackageOpen size={14} aria-hidden />}
            busy={contents.isPending}
            onClick={() => contents.mutate()}
          >
            Show size and contents
          </Button>
        )}
      </div>
      <p role="alert" className="text-xs text-missing empty:hidden">
        {problem && `The package has not been made. ${messageOf(problem)}`}
      </p>
    </div>
  );
}

function Contents({ asOf, files, leftOut }: RunPackageContents) {
  const originals = files.filter(isOriginal);
  const rows = files.filter((file) => !isOriginal(file)).map(({ name, size }) => ({ name, size }));
  if (originals.length > 0)
    rows.push({ name: `originals/ (${originals.length})`, size: originals.reduce((sum, { size }) => sum + size, 0) });
  return (
    <>
      <p className="text-xs text-muted">As of {formatDateTime(asOf)}</p>
      <ul aria-label="Contents of the package" className="grid gap-x-6 sm:grid-cols-2">
        {rows.map(({ name, size }) => (
          <li key={name} className="flex justify-between gap-3 border-b border-line py-1">
            <code className="min-w-0 truncate">{name}</code>
            <span className="whitespace-nowrap text-muted">{formatBytes(size)}</span>
          </li>
        ))}
      </ul>
      {leftOut.length > 0 && (
        <ul aria-label="Left out of the package" className="list-inside list-disc text-partial">
          {countReasons(leftOut).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </>
  );
}

const isOriginal = ({ name }: { name: string }) => name.startsWith("originals/");

/** Of one kind and reason a line with their number. */
function countReasons(leftOut: RunPackageContents["leftOut"]): string[] {
  const grouped = Map.groupBy(leftOut, ({ what, why }) => `${nameOf(what)}: ${why}`);
  return [...grouped].map(([line, items]) => `Left out: ${items.length} × ${line}`);
}

/** Of `chunk <id>`. */
function nameOf(what: string): string {
  const kind = what.split(" ")[0]!;
  return kind === "chunk" ? "cited passage" : kind;
}
