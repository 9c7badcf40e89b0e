import { useEffect, useRef } from "react";
import { useKeys } from "../app/use-keys.ts";
import { DecisionButton } from "./decision-button.tsx";
import type { Draft } from "./drafts.ts";

interface DecisionChoiceProps {
  /** What nobody has judged cannot be agreed with. */
  isJudged: boolean;
  busy: boolean;
  /** The form that was just closed: the focus goes back to what opens it. */
  closed: Draft["form"];
  onAgree: () => void;
  onOpen: (form: NonNullable<Draft["form"]>) => void;
}

/** Agree, change or send back. The keys work wherever the focus is. */
export function DecisionChoice({ isJudged, busy, closed, onAgree, onOpen }: DecisionChoiceProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (closed) row.current?.querySelector<HTMLElement>(`[data-opens="${closed}"]`)?.focus();
  }, [closed]);
  const change = () => onOpen("change");
  const sendBack = () => onOpen("send back");
  useKeys({ ...(isJudged && { a: onAgree }), c: change, s: sendBack });
  return (
    <div ref={row} className="flex flex-wrap gap-2">
      {isJudged && <DecisionButton label="Agree" shortcut="a" busy={busy} look="primary" onClick={onAgree} />}
      <DecisionButton
        label={isJudged ? "Change" : "Judge"}
        shortcut="c"
        data-opens="change"
        look={isJudged ? "secondary" : "primary"}
        onClick={change}
      />
      <DecisionButton label="Send back" shortcut="s" data-opens="send back" onClick={sendBack} />
    </div>
  );
}
