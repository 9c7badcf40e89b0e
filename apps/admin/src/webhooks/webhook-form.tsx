import type { WebhookEventType } from "@assay/client/webhooks";
import { ActForm } from "@assay/site/act-form";
import { TextField } from "@assay/ui";
import { useState } from "react";
import { EventFields } from "./event-fields.tsx";
import { EVENTS } from "./events.ts";

export interface WebhookInput {
  readonly url: string;
  readonly events: WebhookEventType[];
}

export interface WebhookFormProps {
  title: string;
  act: string;
  before?: { readonly url: string; readonly events: readonly string[] };
  busy: boolean;
  error: Error | null;
  onSubmit: (input: WebhookInput) => void;
  onClose: () => void;
}

const URL_LENGTH_MAX = 2000;

export function WebhookForm({ title, act, before, busy, error, onSubmit, onClose }: WebhookFormProps) {
  const all = EVENTS.map(({ value }) => value);
  const [events, setEvents] = useState<WebhookEventType[]>(
    before ? all.filter((event) => before.events.includes(event)) : ["run.completed", "run.failed"],
  );
  return (
    <ActForm
      title={title}
      description="Assay posts a signed message to this address when one of the events happens."
      act={act}
      busy={busy}
      error={error}
      onSubmit={(form) => events.length > 0 && onSubmit({ url: String(form.get("url")), events })}
      onClose={onClose}
    >
      <TextField
        label="Address"
        name="url"
        type="url"
        required
        maxLength={URL_LENGTH_MAX}
        defaultValue={before?.url}
        placeholder="https://example.com/assay"
        autoComplete="off"
        spellCheck={false}
        hint="A public https address. Private and local addresses are refused."
      />
      <EventFields chosen={events} onChange={setEvents} />
    </ActForm>
  );
}
