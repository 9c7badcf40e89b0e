import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { IconButton } from "./button.tsx";
import { classNames } from "./class-names.ts";

const COPIED_SHOWN_MS = 2000;

export interface CopyTextProps {
  text: string;
  /** What it is, for the button's name: "Copy the hash". */
  what: string;
  /** Whole, over several lines; else one line that is cut where the space ends. */
  whole?: boolean;
}

/** A value that people carry elsewhere, such as an id or a hash, with a button that copies it. */
export function CopyText({ text, what, whole = false }: CopyTextProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    await navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => undefined,
    );
  };
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <code className={classNames("min-w-0 font-mono text-xs select-all", whole ? "break-all" : "truncate")}>
        {text}
      </code>
      <IconButton
        label={copied ? "Copied" : `Copy ${what}`}
        className="size-6"
        icon={copied ? <Check size={13} aria-hidden /> : <Copy size={13} aria-hidden />}
        onClick={() => void copy()}
      />
      <span role="status" className="sr-only">
        {copied && `Copied ${what}`}
      </span>
    </span>
  );
}
