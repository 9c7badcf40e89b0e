import type { WebhookEventType } from "@assay/client/webhooks";
import { EVENTS } from "./events.ts";

export interface EventFieldsProps {
  chosen: readonly WebhookEventType[];
  onChange: (chosen: WebhookEventType[]) => void;
}

/** Which events a webhook asks for; one at least. */
export function EventFields({ chosen, onChange }: EventFieldsProps) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 text-sm font-medium">Events</legend>
      {EVENTS.map(({ value, label, hint }) => (
        <label key={value} className="target flex items-start gap-2 text-sm">
          <input
            type="checkbox"
            className="mt-0.5 size-4 accent-accent"
            checked={chosen.includes(value)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, value] : chosen.filter((each) => each !== value))
            }
          />
          <span className="flex flex-col">
            <span>{label}</span>
            <span className="text-xs text-muted">{hint}</span>
          </span>
        </label>
      ))}
      {chosen.length === 0 && <p className="text-xs text-missing">Choose at least one event.</p>}
    </fieldset>
  );
}
