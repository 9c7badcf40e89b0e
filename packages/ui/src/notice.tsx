import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { TONES, type Tone, ToneIcon } from "./status-badge.tsx";

export interface NoticeProps {
  tone: Tone;
  title: string;
  children?: ReactNode;
  /** What can be done about it. */
  action?: ReactNode;
}

/** A state that the reader should know of before continuing: what it is, what it means, what to do. */
export function Notice({ tone, title, children, action }: NoticeProps) {
  return (
    <div className={classNames("flex gap-2 rounded-lg p-3 text-sm", TONES[tone].soft)}>
      <ToneIcon tone={tone} size={16} className="mt-0.5" />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="font-medium text-text">{title}</p>
        {children && <div className="break-words text-text">{children}</div>}
        {action && <div className="mt-1">{action}</div>}
      </div>
    </div>
  );
}
