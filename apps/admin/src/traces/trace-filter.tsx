import { IconButton, Pill } from "@assay/ui";
import { X } from "lucide-react";
import { useId, useMemo, useState } from "react";
import { formatWhole } from "./format-time.ts";
import { MARKS } from "./mark-icons.tsx";
import { formatCondition, parseCondition } from "./model/conditions.ts";
import { countMarks, filterKeys } from "./model/match-rows.ts";
import type { MarkName } from "./model/trace.ts";
import type { TraceModel } from "./use-trace-model.ts";
import { changeTraceState, type TraceState } from "./use-trace-state.ts";

/** Which spans are shown: by what is special about them, and by any attribute. */
export function TraceFilter({ model, state }: { model: TraceModel; state: TraceState }) {
  const { trace, matched } = model;
  const counts = useMemo(() => countMarks(trace), [trace]);
  const { marks, conditions } = state;
  const toggle = (name: MarkName) =>
    changeTraceState({ marks: marks.includes(name) ? marks.filter((each) => each !== name) : [...marks, name] });
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-1.5">
      {(Object.keys(MARKS) as MarkName[]).map((name) => (
        <Pill
          key={name}
          label={MARKS[name].label}
          count={counts[name]}
          pressed={marks.includes(name)}
          onPress={() => toggle(name)}
        />
      ))}
      {conditions.map((condition, index) => (
        <span
          key={formatCondition(condition)}
          className="inline-flex h-6 max-w-64 items-center gap-0.5 rounded-full border border-accent bg-accent-soft ps-2 font-mono text-xs"
        >
          <span className="truncate">{formatCondition(condition)}</span>
          <IconButton
            label={`Remove the condition ${formatCondition(condition)}`}
            className="size-6"
            icon={<X size={12} aria-hidden />}
            onClick={() => changeTraceState({ conditions: conditions.filter((_, at) => at !== index) })}
          />
        </span>
      ))}
      <AddCondition model={model} state={state} />
      <p role="status" className="text-xs whitespace-nowrap text-muted tabular-nums">
        {matched && `${formatWhole(matched.count)} of ${formatWhole(trace.spanCount)} spans`}
      </p>
    </div>
  );
}

function AddCondition({ model: { trace }, state }: { model: TraceModel; state: TraceState }) {
  const id = useId();
  const [text, setText] = useState("");
  const [isWrong, setIsWrong] = useState(false);
  const keys = useMemo(() => filterKeys(trace), [trace]);
  const add = () => {
    const condition = parseCondition(text);
    setIsWrong(!condition && text.trim() !== "");
    if (!condition) return;
    setText("");
    changeTraceState({ conditions: [...state.conditions, condition] });
  };
  return (
    <form
      className="flex min-w-0 flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <input
        aria-label="Add a condition"
        aria-describedby={isWrong ? `${id}-error` : undefined}
        aria-invalid={isWrong || undefined}
        list={`${id}-keys`}
        placeholder="attribute = value"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setIsWrong(false);
        }}
        className="target h-6 w-44 rounded-full border border-line-control bg-surface px-2.5 font-mono text-xs placeholder:text-muted hover:border-line-strong aria-invalid:border-missing"
      />
      <datalist id={`${id}-keys`}>
        {keys.map((key) => (
          <option key={key} value={`${key}=`} />
        ))}
      </datalist>
      {isWrong && (
        <p id={`${id}-error`} role="alert" className="text-xs text-missing">
          Write an attribute, one of = != ~ &gt; &lt;, and a value
        </p>
      )}
    </form>
  );
}
