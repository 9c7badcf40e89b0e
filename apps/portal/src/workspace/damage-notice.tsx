import { CircleAlert } from "lucide-react";

/** That verdicts of the run are not shown, because they are not what was sealed with it. */
export default function DamageNotice({ count }: { count: number }) {
  return (
    <div role="alert" className="flex gap-2 rounded-md bg-missing-soft px-3 py-2 text-xs text-missing">
      <CircleAlert size={14} aria-hidden className="mt-0.5 shrink-0" />
      <p className="min-w-0 break-words">
        {count === 1 ? "1 verdict is" : `${count} verdicts are`} damaged and not shown: what is stored differs from what
        was sealed when the run ended. Do not rely on this run until your operator has restored the database.
      </p>
    </div>
  );
}
