import { ChevronDown } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { classNames } from "./class-names.ts";
import { Field, type FieldProps } from "./field.tsx";
import type { SelectOption } from "./select-popup.tsx";

const load = () => import("./select-popup.tsx");
const SelectPopup = lazy(load);

export type { SelectOption };

export interface SelectProps extends FieldProps {
  options: readonly SelectOption[];
  value: string;
  onChange: (value: string) => void;
  disabled?: boolean;
  /** `quiet` shows its frame only under the pointer. */
  look?: "box" | "quiet";
}

const LOOKS = {
  box: "border-line-control bg-surface shadow-low hover:border-line-strong",
  quiet: "border-transparent hover:bg-hover",
};

const OPENING_KEYS = ["ArrowDown", "ArrowUp", "Enter", " "];

/** One of a few: opens by pointer and keyboard, arrows move, a letter jumps, Enter chooses, Escape leaves it as it was. */
export function Select({ label, labelHidden, hint, error, ...control }: SelectProps) {
  return (
    <Field {...{ label, labelHidden, hint, error }}>
      {(ids) => <Control {...control} ids={ids} isInvalid={Boolean(error)} />}
    </Field>
  );
}

interface SelectControlProps extends Omit<SelectProps, keyof FieldProps> {
  ids: { id: string; labelId: string; describedBy: string | undefined };
  isInvalid: boolean;
}

function Control(props: SelectControlProps) {
  const { disabled = false } = props;
  const [wanted, setWanted] = useState(false);
  const trigger = triggerProps(props);
  // Not before it is there: what cannot be fetched would take the view along.
  const open = () =>
    void load().then(
      () => setWanted(true),
      () => undefined,
    );
  const closed = (
    <button
      type="button"
      role="combobox"
      aria-expanded="false"
      aria-haspopup="listbox"
      disabled={disabled}
      onPointerEnter={() => void load().catch(() => undefined)}
      onClick={open}
      onKeyDown={(event) => {
        if (!OPENING_KEYS.includes(event.key)) return;
        event.preventDefault();
        open();
      }}
      {...trigger}
    />
  );
  if (!wanted) return closed;
  return (
    <Suspense fallback={closed}>
      <SelectPopup {...props} trigger={trigger} />
    </Suspense>
  );
}

/** What the button is, whether its list has been loaded or not. */
function triggerProps({ ids, isInvalid, options, value, look = "box" }: SelectControlProps) {
  const chosen = options.find((option) => option.value === value);
  return {
    id: ids.id,
    "aria-labelledby": ids.labelId,
    "aria-describedby": ids.describedBy,
    "aria-invalid": isInvalid || undefined,
    className: classNames(
      "target inline-flex h-8 w-full items-center gap-1.5 rounded-md border px-2.5 text-start text-sm text-text transition-colors",
      "disabled:opacity-60 aria-invalid:border-missing",
      LOOKS[look],
    ),
    children: (
      <>
        {chosen?.icon}
        <span className="min-w-0 flex-1 truncate">{chosen?.label}</span>
        <ChevronDown size={14} aria-hidden className="shrink-0 text-muted" />
      </>
    ),
  };
}
