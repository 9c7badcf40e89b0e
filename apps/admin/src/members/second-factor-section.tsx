import { dialogOnDemand } from "@assay/site/dialog-on-demand";
import { messageOf } from "@assay/site/error-panel";
import { Button } from "@assay/ui";
import { Section } from "../app/section.tsx";
import { useTenantQuery } from "../app/use-tenant-query.ts";
import { closeAct, openAct, useAct } from "../lists/use-act.ts";
import { RULES } from "./second-factor-rules.ts";

const SecondFactorDialog = dialogOnDemand(() => import("./second-factor-dialog.tsx"));

const ACTS = ["second-factor"] as const;

/** Whom the tenant asks for a second factor, and the way to change it. */
export function SecondFactorSection() {
  const act = useAct(ACTS);
  const { data: required, error } = useTenantQuery({
    key: ["second-factor"],
    load: ({ admin }, options) => admin.secondFactor.get(options),
  });
  return (
    <Section title="Second factor">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-line px-3 py-2 text-sm">
        <p className="min-w-0 flex-1 basis-60 empty:hidden">
          {error && messageOf(error)}
          {required && (
            <>
              <span className="font-medium">{RULES[required].label}.</span>{" "}
              <span className="text-muted">{RULES[required].hint}</span>
            </>
          )}
        </p>
        <Button disabled={!required} onClick={() => openAct("second-factor")}>
          Change the rule
        </Button>
      </div>
      {act && required && <SecondFactorDialog required={required} onClose={closeAct} />}
    </Section>
  );
}
