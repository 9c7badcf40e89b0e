import { choice, FormDialog } from "@assay/site/form-dialog";
import { queryClient } from "@assay/site/query-client";
import { sessionQuery, useSession } from "@assay/site/use-session";
import { useTenantAct } from "../app/use-tenant-query.ts";
import { type Required, RULES } from "./second-factor-rules.ts";

const CHOICES = (Object.keys(RULES) as Required[]).map((value) => ({ value, label: RULES[value].label }));

export default function SecondFactorDialog({ required, onClose }: { required: Required; onClose: () => void }) {
  const { data: session } = useSession();
  const change = useTenantAct(
    async ({ admin }, next: Required) => {
      await admin.secondFactor.change(next);
      // Who has none is led to add one, in place of views that the service refuses.
      await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
    { onSuccess: onClose },
  );
  return (
    <FormDialog
      title="Who needs a second factor?"
      description="It applies from each person's next request. API keys and auditors' links are not concerned."
      fields={{ required: choice("Rule", CHOICES, { before: required, hint: (value) => RULES[value].hint }) }}
      note={({ required: next }) =>
        next !== "NOBODY" &&
        session?.secondFactor === "NONE" && (
          <p>You have none yourself: the rule holds for you too, and you need one to change it back.</p>
        )
      }
      act="Change the rule"
      by={change}
      onSend={(values) => change.mutate(values.required)}
      onClose={onClose}
    />
  );
}
