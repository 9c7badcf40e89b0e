import { dialogOnDemand } from "@assay/site/dialog-on-demand";
import { messageOf } from "@assay/site/error-panel";
import { Button } from "@assay/ui";
import { Section } from "../app/section.tsx";
import { useTenantQuery } from "../app/use-tenant-query.ts";
import { closeAct, openAct, useAct } from "../lists/use-act.ts";
import { nameOcrLanguage } from "./ocr-language-names.ts";

const OcrLanguagesDialog = dialogOnDemand(() => import("./ocr-languages-dialog.tsx"));

const ACTS = ["ocr-languages"] as const;

/** Which languages are looked for in scans and images, and the way to change it. */
export function OcrLanguagesSection() {
  const act = useAct(ACTS);
  const { data: languages, error } = useTenantQuery({
    key: ["ocr-languages"],
    load: ({ admin }, options) => admin.ocrLanguages.get(options),
  });
  return (
    <Section title="Languages of scans">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-line px-3 py-2 text-sm">
        <p className="min-w-0 flex-1 basis-60 empty:hidden">
          {error && messageOf(error)}
          {languages?.length === 0 && "Scans and images are read in all languages that the service reads."}
          {languages &&
            languages.length > 0 &&
            `Scans and images are read in ${languages.map(nameOcrLanguage).join(", ")}.`}
        </p>
        <Button disabled={!languages} onClick={() => openAct("ocr-languages")}>
          Choose the languages
        </Button>
      </div>
      {act && languages && <OcrLanguagesDialog languages={languages} onClose={closeAct} />}
    </Section>
  );
}
