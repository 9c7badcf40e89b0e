import { Button } from "@assay/ui";
import { FilePlus2 } from "lucide-react";
import { useRef } from "react";

export interface FilePickerProps {
  /** Extensions, such as `.pdf,.md`. */
  accept: string;
  multiple?: boolean;
  /** Whether files are held over what takes them. */
  isOver: boolean;
  onFiles: (files: File[]) => void;
}

/** Where files are dropped or chosen; the drop itself is taken by what is around it, with `useFileDrop`. */
export function FilePicker({ accept, multiple = false, isOver, onFiles }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const files = multiple ? "files" : "a file";
  return (
    <div
      data-over={isOver}
      className="flex flex-col items-center gap-2 rounded-lg border border-dashed border-line-strong px-4 py-5 text-center text-sm text-muted data-[over=true]:border-accent data-[over=true]:bg-accent-soft"
    >
      Drop {files} here, or
      <Button icon={<FilePlus2 size={14} aria-hidden />} onClick={() => input.current?.click()}>
        Choose {files}
      </Button>
      <input
        ref={input}
        type="file"
        multiple={multiple}
        accept={accept}
        aria-label={multiple ? "Files" : "File"}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
    </div>
  );
}
