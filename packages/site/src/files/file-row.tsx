import { Button, IconButton, Skeleton } from "@assay/ui";
import { useMutation } from "@tanstack/react-query";
import { Check, Copy, Download } from "lucide-react";
import { useState } from "react";
import { messageOf } from "../shell/error-panel.tsx";

export interface FileRowProps {
  name: string;
  detail: string;
  /** SHA-256 in hex; omitted while it is unknown. */
  hash: string | undefined;
  /** Why the hash cannot be told. */
  error?: unknown;
  save: () => Promise<void>;
}

/** A file to download, with the hash that shows whether a copy is the same. */
export function FileRow({ name, detail, hash, error, save }: FileRowProps) {
  const download = useMutation({ mutationFn: save });
  const problem = download.error ?? error;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-sm">
      <div className="min-w-0 flex-1">
        <p>
          <span className="font-medium">{name}</span> <span className="text-xs text-muted">{detail}</span>
        </p>
        <div className="flex items-center gap-1 text-xs text-muted">
          <span className="whitespace-nowrap">SHA-256</span>
          {hash ? <Hash name={name} hash={hash} /> : !error && <Skeleton className="h-4 w-64" />}
        </div>
      </div>
      <Button
        aria-label={`Download ${name}`}
        icon={<Download size={14} aria-hidden />}
        busy={download.isPending}
        onClick={() => download.mutate()}
      >
        Download
      </Button>
      <p role="alert" className="w-full text-xs text-missing empty:hidden">
        {problem ? messageOf(problem) : null}
      </p>
    </li>
  );
}

function Hash({ name, hash }: { name: string; hash: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(hash);
    setCopied(true);
  };
  return (
    <>
      <code className="min-w-0 truncate select-all" title={hash}>
        {hash}
      </code>
      {/* Browsers offer the clipboard to secure pages only; elsewhere the hash is selected as a whole. */}
      {"clipboard" in navigator && (
        <IconButton
          label={`Copy the SHA-256 of ${name}`}
          icon={isCopied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
          className="size-6"
          onClick={() => void copy()}
        />
      )}
      <span role="status" className="sr-only">
        {isCopied && "Copied"}
      </span>
    </>
  );
}
