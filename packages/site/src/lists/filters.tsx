import { Select, TextField } from "@assay/ui";
import { Search } from "lucide-react";
import type { ReactNode } from "react";
import { useSettled } from "../hooks/use-settled.ts";
import { setSearch, useSearchParam } from "../router/location.ts";

export interface TextFilterProps {
  /** The parameter of the address. */
  name: string;
  label: string;
  placeholder?: string;
  className?: string;
}

/** Narrows a list by what is typed; it is in the address, and the list starts again. Lists read it by `useTyped`. */
export function TextFilter({ name, label, placeholder, className }: TextFilterProps) {
  return (
    <div className={className ?? "w-full sm:w-60"}>
      <TextField
        label={label}
        labelHidden
        type="search"
        placeholder={placeholder ?? label}
        icon={<Search size={14} aria-hidden />}
        value={useSearchParam(name) ?? ""}
        spellCheck={false}
        onChange={({ target }) => setSearch({ [name]: target.value, cursor: null }, { replace: true })}
      />
    </div>
  );
}

/** Returns the text of a TextFilter once nobody has typed for a moment. */
export function useTyped(name: string): string | undefined {
  return useSettled(useSearchParam(name)?.trim() || undefined);
}

export interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

/** One of a few values in the address; whatever else is there counts as none. */
export function useChoice<Value extends string>(name: string, choices: readonly Choice<Value>[]): Value | undefined {
  const given = useSearchParam(name);
  return choices.find(({ value }) => value === given)?.value;
}

export interface ChoiceFilterProps {
  name: string;
  label: string;
  /** What is where nothing is chosen, such as "Every role". */
  every: string;
  choices: readonly Choice<string>[];
  className?: string;
}

export function ChoiceFilter({ name, label, every, choices, className }: ChoiceFilterProps) {
  const chosen = useChoice(name, choices);
  return (
    <div className={className ?? "w-full sm:w-44"}>
      <Select
        label={label}
        labelHidden
        options={[{ value: "", label: every }, ...choices]}
        value={chosen ?? ""}
        onChange={(value) => setSearch({ [name]: value || null, cursor: null })}
      />
    </div>
  );
}

/** Filters in rows; on a phone two in each. */
export function Filters({ label, children }: { label: string; children: ReactNode }) {
  return (
    <search aria-label={label} className="grid grid-cols-2 items-end gap-2 sm:flex sm:flex-wrap">
      {children}
    </search>
  );
}
