import { Select } from "@assay/ui";
import { usePackNames } from "../packs/use-packs.ts";

interface PackSelectProps {
  label: string;
  labelHidden?: boolean;
  value: string;
  /** What represents no pack. */
  none: string;
  onChange: (packId: string) => void;
  error?: string | undefined;
}

export function PackSelect({ none, ...rest }: PackSelectProps) {
  const { data } = usePackNames();
  const options = [...(data?.values() ?? [])].map(({ id, name }) => ({ value: id, label: name }));
  return <Select {...rest} options={[{ value: "", label: none }, ...options]} />;
}
