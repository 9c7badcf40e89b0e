import { Select, TextArea, TextField } from "@assay/ui";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type DecisionFormProps, REASON_LENGTH_MAX } from "./change-form.tsx";
import { DecisionForm } from "./decision-form.tsx";
import { peopleQuery } from "./queries.ts";

const NOBODY = { value: "", label: "Nobody in particular" };

/** Reopens the task of the requirement, for somebody and by a day where they are given. */
export function SendBackForm({ draft, change, busy, onCancel, onDecide }: DecisionFormProps) {
  const [isChecked, setChecked] = useState(false);
  const { data: people = [], error } = useQuery(peopleQuery);
  const { assigneeId, dueDate } = draft;
  const reason = draft.reason.trim();
  const decide = () => {
    setChecked(true);
    if (reason !== "")
      onDecide({
        decision: "SENT_BACK",
        reason,
        ...(assigneeId && { assigneeId }),
        ...(dueDate && { dueDate }),
      });
  };
  return (
    <DecisionForm title="Send back" act="Send back" onSubmit={decide} {...{ busy, onCancel }}>
      <TextArea
        label="What has to be done"
        hint="Its task is open again. Everybody who sees the run can read this"
        maxLength={REASON_LENGTH_MAX}
        value={draft.reason}
        onChange={({ target }) => change({ reason: target.value })}
        error={isChecked && reason === "" ? "Say what has to be done" : undefined}
      />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-3">
        <Select
          label="Assignee"
          value={assigneeId ?? ""}
          onChange={(value) => change({ assigneeId: value || null })}
          error={error ? "The people of the tenant cannot be loaded" : undefined}
          options={[NOBODY, ...people.map(({ userId, email }) => ({ value: userId, label: email }))]}
        />
        <TextField
          label="Due date"
          type="date"
          min={new Date().toISOString().slice(0, 10)}
          value={dueDate}
          onChange={({ target }) => change({ dueDate: target.value })}
        />
      </div>
    </DecisionForm>
  );
}
