import { setSearch, useSearchParam } from "@assay/site/location";

export interface Act<Name extends string> {
  readonly name: Name;
  /** What it is about; null for what makes something new. */
  readonly on: string | null;
}

/** The act whose dialog is open, as the address says; undefined where none is, or none of these. */
export function useAct<Name extends string>(names: readonly Name[]): Act<Name> | undefined {
  const given = useSearchParam("act");
  const on = useSearchParam("on");
  const name = names.find((each) => each === given);
  return name && { name, on };
}

/** Of dialogs by their act's name, the one that the address names. */
export function useActOf<Dialogs extends Readonly<Record<string, unknown>>>(dialogs: Dialogs) {
  const act = useAct(Object.keys(dialogs) as (keyof Dialogs & string)[]);
  return act && { Dialog: dialogs[act.name], ...act };
}

export function openAct(name: string, on?: string): void {
  setSearch({ act: name, on: on ?? null });
}

/** Back leads to the page, not into the dialog again. */
export function closeAct(): void {
  setSearch({ act: null, on: null }, { replace: true });
}
