import { classNames } from "@assay/ui";
import { ThumbsDown } from "lucide-react";
import type { Subject } from "./attention.ts";
import { useDraft } from "./drafts.ts";

interface RejectQuoteProps {
  subject: Subject;
  /** The quote's position in the verdict. */
  index: number;
}

/** Opens the review form with the quote filled in; while the form is open, takes the quote out again. */
export function RejectQuote({ subject, index }: RejectQuoteProps) {
  const { draft, change } = useDraft(subject);
  const others = draft.rejected.filter((each) => each !== index);
  const isRejected = draft.form === "change" && others.length < draft.rejected.length;
  const reject = () =>
    change({
      form: "change",
      reasonCode: "WRONG_EVIDENCE",
      rejected: [...others, index].sort((left, right) => left - right),
    });
  return (
    <button
      type="button"
      aria-pressed={isRejected}
      onClick={isRejected ? () => change({ rejected: others }) : reject}
      className={classNames(
        "target mt-1 flex min-h-6 items-center gap-1.5 rounded-md px-1 text-xs hover:bg-hover hover:text-text",
        isRejected ? "font-medium text-text" : "text-muted",
      )}
    >
      <ThumbsDown size={12} aria-hidden className={classNames("shrink-0", isRejected && "fill-current")} />
      This quote does not prove it
      <span className="sr-only">(quote {index + 1})</span>
    </button>
  );
}
