import { useSettled } from "@assay/site/use-settled";
import { classNames, TextArea, type TextAreaProps } from "@assay/ui";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { isAuditor } from "../app/verdict-href.ts";
import { completeMention, findTypedMention, type TypedMention } from "./find-typed-mention.ts";
import { peopleQuery } from "./queries.ts";

export interface MentionFieldProps extends Omit<TextAreaProps, "value" | "onChange"> {
  value: string;
  onType: (text: string) => void;
}

/** A field for text in which `@` offers the members: arrows choose, Enter or Tab takes one, Escape closes the list. */
export function MentionField({ value, onType, onKeyDown, ...rest }: MentionFieldProps) {
  const box = useRef<HTMLDivElement>(null);
  const caretAfter = useRef<number>(undefined);
  const listId = useId();
  const [typed, setTyped] = useState<TypedMention>();
  /** For which name the list was closed: the caret may be looked at again after that. */
  const closed = useRef<TypedMention>(undefined);
  const [chosen, setChosen] = useState(0);
  const q = useSettled(typed?.q ?? "");
  // The list stays while a longer name is sought: without it, Escape and the arrows would go to nobody meanwhile.
  const people = useQuery({
    ...peopleQuery(q),
    enabled: typed !== undefined && !isAuditor(),
    placeholderData: keepPreviousData,
  });
  const options = typed ? (people.data ?? []) : [];
  const isOpen = options.length > 0;
  const at = Math.min(chosen, options.length - 1);
  const field = () => box.current?.querySelector("textarea") ?? undefined;

  useLayoutEffect(() => {
    if (caretAfter.current === undefined) return;
    field()?.setSelectionRange(caretAfter.current, caretAfter.current);
    caretAfter.current = undefined;
  });

  const look = () => {
    const area = field();
    const next = area && findTypedMention(area.value, area.selectionStart);
    if (!isSame(next, typed)) setChosen(0);
    setTyped(next && isSame(next, closed.current) ? undefined : next);
  };
  const take = (address: string | undefined) => {
    if (!typed || address === undefined) return;
    const done = completeMention(value, typed, address);
    caretAfter.current = done.caret;
    setTyped(undefined);
    onType(done.text);
  };
  const actOf = (key: string) => {
    if (key === "ArrowDown") return () => setChosen((at + 1) % options.length);
    if (key === "ArrowUp") return () => setChosen((at - 1 + options.length) % options.length);
    if (key === "Enter" || key === "Tab") return () => take(options[at]?.email);
    return key === "Escape" ? close : undefined;
  };
  const close = () => {
    closed.current = typed;
    setTyped(undefined);
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
    const isSeeking = typed !== undefined && (people.isFetching || typed.q !== q);
    const isMeant = isOpen || (isSeeking && event.key === "Escape");
    const act = isMeant && isPlain && !event.nativeEvent.isComposing ? actOf(event.key) : undefined;
    if (!act) return onKeyDown?.(event);
    event.preventDefault();
    event.stopPropagation();
    act();
  };

  return (
    <div ref={box} className="relative">
      <TextArea
        {...rest}
        value={value}
        // A field of several lines may have no other role: the rest of the combobox pattern holds.
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen ? `${listId}-${at}` : undefined}
        onChange={(event) => {
          closed.current = undefined;
          onType(event.target.value);
          look();
        }}
        onSelect={look}
        onBlur={() => setTyped(undefined)}
        onKeyDown={press}
      />
      {isOpen && (
        <div
          id={listId}
          role="listbox"
          aria-label="Members to mention"
          className="absolute inset-x-0 top-full z-20 mt-1 max-h-56 overflow-y-auto rounded-lg border border-line bg-raised p-1 text-sm shadow-raised"
        >
          {options.map(({ userId, email }, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and takes the keys
            <div
              key={userId}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onMouseEnter={() => setChosen(index)}
              onClick={() => take(email)}
              className={classNames(
                "target flex cursor-pointer items-center truncate rounded-md px-2.5 py-1.5",
                index === at && "bg-hover",
              )}
            >
              <bdi className="truncate">{email}</bdi>
            </div>
          ))}
        </div>
      )}
      <p role="status" className="sr-only">
        {isOpen && `${options.length} members to mention. Arrows choose, Enter takes one.`}
      </p>
    </div>
  );
}

const isSame = (one: TypedMention | undefined, other: TypedMention | undefined) =>
  one?.start === other?.start && one?.q === other?.q;
