import { FormDialog, ticks } from "@assay/site/form-dialog";
import { useTenantAct } from "../app/use-tenant-query.ts";
import { OCR_LANGUAGE_NAMES, type OcrLanguage } from "./ocr-language-names.ts";

const CHOICES = (Object.keys(OCR_LANGUAGE_NAMES) as OcrLanguage[]).map((value) => ({
  value,
  label: OCR_LANGUAGE_NAMES[value],
}));

interface OcrLanguagesDialogProps {
  readonly languages: readonly OcrLanguage[];
  readonly onClose: () => void;
}

export default function OcrLanguagesDialog({ languages, onClose }: OcrLanguagesDialogProps) {
  const change = useTenantAct(({ admin }, next: readonly OcrLanguage[]) => admin.ocrLanguages.change(next), {
    onSuccess: onClose,
  });
  return (
    <FormDialog
      title="In which languages are your scans?"
      description="Fewer languages are told apart more surely. It holds for what is read from now on; none ticked: all of them."
      fields={{ languages: ticks("Languages", CHOICES, { before: [...languages] }) }}
      act="Save"
      by={change}
      onSend={(values) => change.mutate(values.languages)}
      onClose={onClose}
    />
  );
}
