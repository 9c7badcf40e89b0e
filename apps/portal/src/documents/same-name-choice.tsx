import { formatWhen } from "@assay/site/format";
import { Select } from "@assay/ui";
import { useQuery } from "@tanstack/react-query";
import { nameOf } from "./name-of.ts";
import { sameNameQuery } from "./same-name-query.ts";

interface SameNameChoiceProps {
  file: File;
  /** The document of which it is a new version, null for none; undefined while nobody has chosen. */
  versionOf: string | null | undefined;
  onChange: (versionOf: string | null) => void;
}

const NONE = "";

/** Where a document of the file's name is there: whether it is a new version of it. */
export function SameNameChoice({ file, versionOf, onChange }: SameNameChoiceProps) {
  const { data: found = [] } = useQuery(sameNameQuery(file.name));
  if (found.length === 0) return null;
  const options = found.map((document) => ({
    value: document.id,
    label: `New version of ${nameOf(document)}, uploaded ${formatWhen(document.uploadedAt)}`,
  }));
  return (
    <div className="pb-2">
      <Select
        label="A document of this name is here. This file is"
        options={[...options, { value: NONE, label: "Another document; both count as evidence" }]}
        value={(versionOf === undefined ? found[0]!.id : versionOf) ?? NONE}
        onChange={(value) => onChange(value === NONE ? null : value)}
      />
    </div>
  );
}
