import { Dialog } from "@assay/ui";
import { useState } from "react";
import { singleKeysAreOn, switchSingleKeys } from "./single-keys.ts";

const GROUPS: readonly { title: string; keys: readonly (readonly [string, string])[] }[] = [
  {
    title: "Requirements",
    keys: [
      ["j, k", "the next, the one before"],
      ["n", "the next that is not reviewed"],
      ["/", "search the requirements"],
      ["Enter", "on the chosen one: go to its assessment"],
    ],
  },
  {
    title: "Review",
    keys: [
      ["a", "agree with the verdict"],
      ["c", "change it, or judge what was not judged"],
      ["s", "send it back"],
      ["Ctrl Enter", "store what is being written"],
      ["Esc", "close the form; what was written stays"],
    ],
  },
  {
    title: "Everywhere",
    keys: [
      ["Ctrl K", "search the evidence"],
      ["?", "show these keys"],
    ],
  },
];

/** What each key does, and the switch for keys of one letter. Loaded when it is first opened. */
export default function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const [on, setOn] = useState(singleKeysAreOn);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Keys">
      <div className="flex flex-col gap-5">
        <label className="flex items-center gap-2 text-sm">
          <input
            type="checkbox"
            checked={on}
            onChange={({ target }) => {
              switchSingleKeys(target.checked);
              setOn(target.checked);
            }}
            className="size-4 accent-accent"
          />
          Keys of one letter or sign act without Ctrl
        </label>
        {GROUPS.map(({ title, keys }) => (
          <section key={title} aria-label={title}>
            <h3 className="mb-1.5 text-xs font-medium text-muted">{title}</h3>
            <dl className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-3 gap-y-1.5 text-sm">
              {keys.map(([key, does]) => (
                <div key={key} className="contents">
                  <dt>
                    <kbd className="rounded-sm border border-line px-1.5 font-sans text-xs">{key}</kbd>
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
