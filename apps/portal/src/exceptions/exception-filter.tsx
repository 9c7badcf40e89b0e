import { EXCEPTION_EXPIRING_DAYS } from "@assay/contract/exception-limits";
import { EXCEPTION_KINDS, labelOfKind } from "@assay/site/exception-kind";
import { setSearch } from "@assay/site/location";
import { Pill, Select, TextField } from "@assay/ui";
import { Search } from "lucide-react";
import { STATUS_LABELS, STATUSES } from "./describe-exception.ts";
import type { RegisterFilters } from "./queries.ts";

/** Which exceptions are shown, and in which order; all of it is in the address. */
export function ExceptionFilter({ filters }: { filters: RegisterFilters }) {
  const { status, kind, requirementId, expiringWithinDays, sort } = filters;
  return (
    <search className="grid shrink-0 grid-cols-2 gap-2 border-b border-line px-3 py-2">
      <Select
        label="Status"
        labelHidden
        value={status ?? ""}
        onChange={(value) => setSearch({ status: value })}
        options={[
          { value: "", label: "Any status" },
          ...STATUSES.map((each) => ({ value: each, label: STATUS_LABELS[each] })),
        ]}
      />
      <Select
        label="Kind"
        labelHidden
        value={kind ?? ""}
        onChange={(value) => setSearch({ kind: value })}
        options={[
          { value: "", label: "Any kind" },
          ...EXCEPTION_KINDS.map((each) => ({ value: each, label: labelOfKind(each) })),
        ]}
      />
      <TextField
        label="Requirement"
        labelHidden
        placeholder="Requirement, such as 2.1"
        icon={<Search size={14} aria-hidden />}
        value={requirementId ?? ""}
        onChange={({ target }) => setSearch({ requirement: target.value.trim() || null }, { replace: true })}
      />
      <Select
        label="Order"
        labelHidden
        value={sort ?? ""}
        onChange={(value) => setSearch({ sort: value })}
        options={[
          { value: "", label: "Newest first" },
          { value: "validUntil", label: "First to end" },
        ]}
      />
      <div className="col-span-2">
        <Pill
          label={`Ends within ${EXCEPTION_EXPIRING_DAYS} days`}
          tone="partial"
          pressed={expiringWithinDays !== undefined}
          onPress={() => setSearch({ expiring: expiringWithinDays === undefined ? "1" : null })}
        />
      </div>
    </search>
  );
}
