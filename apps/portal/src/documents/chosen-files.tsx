import { acceptOf, FORMATS } from "@assay/contract/formats";
import { FilePicker } from "@assay/site/file-picker";
import { formatBytes } from "@assay/site/format-bytes";
import { useFileDrop } from "@assay/site/use-file-drop";
import { IconButton } from "@assay/ui";
import { X } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";

const ACCEPT = acceptOf(FORMATS);

export interface ChosenFilesProps {
  files: readonly File[];
  /** One file alone: the next one takes its place. */
  single?: boolean;
  /** What is to be settled about a file. */
  about?: (file: File, index: number) => ReactNode;
  onChange: (files: readonly File[]) => void;
}

/** Files that are about to be sent: more are dropped or chosen, and each can be omitted. */
export function ChosenFiles({ files, single = false, about, onChange }: ChosenFilesProps) {
  // A dropped folder is read for a while: what was chosen meanwhile stays.
  const newest = useRef(files);
  useEffect(() => {
    newest.current = files;
  }, [files]);
  const add = (more: readonly File[]) => onChange(single ? more.slice(-1) : [...newest.current, ...more]);
  const { isOver, target } = useFileDrop(add, true);
  return (
    <div className="flex flex-col gap-4" {...target}>
      <FilePicker multiple={!single} accept={ACCEPT} onFiles={add} isOver={isOver} />
      {files.length > 0 && (
        <ul aria-label="Chosen files" className="max-h-64 overflow-auto rounded-lg border border-line">
          {files.map((file, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two files may be equal in all that names them
            <li key={index} className="border-b border-line px-3 py-0.5 last:border-0">
              <div className="flex items-center gap-2">
                <span className="min-w-0 flex-1 truncate" title={file.name}>
                  <bdi>{file.name}</bdi>
                </span>
                <span className="text-xs text-muted tabular-nums">{formatBytes(file.size)}</span>
                <IconButton
                  label={`Leave out ${file.name}`}
                  icon={<X size={14} aria-hidden />}
                  onClick={() => onChange(files.filter((each) => each !== file))}
                />
              </div>
              {about?.(file, index)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
