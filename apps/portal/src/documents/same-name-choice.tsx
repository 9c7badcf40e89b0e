import type { Document } from "@assay/client";
import { formatWhen } from "@assay/site/format";
import { Select } from "@assay/ui";
import { nameOf } from "./name-of.ts";

interface SameNameChoiceProps {
  /** The documents of the file's name, the newest first. */
  found: readonly Document[];
  /** The document of which it is a new version, null for none. */
  versionOf: string | null;
  onChange: (versionOf: string | null) => void;
}

const NONE = "";

/** Whether a file is a new version of a document of its name. */
export function SameNameChoice({ found, versionOf, onChange }: SameNameChoiceProps) {
  const options = found.map((document) => ({
    value: document.id,
    label: `New version of ${nameOf(document)}, uploaded ${formatWhen(document.uploadedAt)}`,
  }));
  return (
    <div className="pb-2">
      <Select
        label="A document of this name is here. This file is"
        options={[...options, { value: NONE, label: "Another document; both count as evidence" }]}
        value={versionOf ?? NONE}
        onChange={(value) => onChange(value === NONE ? null : value)}
      />
    </div>
  );
}
