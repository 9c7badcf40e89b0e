import { ThumbsDown } from "lucide-react";

/** What the review that counts says of the quote. */
export default function RejectedQuote() {
  return (
    <span className="mt-1.5 flex items-start gap-1.5 text-xs text-missing">
      <ThumbsDown size={12} aria-hidden className="mt-0.5 shrink-0" />
      The reviewer says: this quote does not prove it.
    </span>
  );
}
