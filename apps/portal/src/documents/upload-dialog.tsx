import { CONTAINER_FORMATS, DOCUMENT_FORMATS } from "@assay/contract/formats";
import { TEXT_LIMITS } from "@assay/contract/text-limits";
import { FormDialog, own, text } from "@assay/site/form-dialog";
import { useIsFetching, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ChosenFiles } from "./chosen-files.tsx";
import { periodFields } from "./period-fields.ts";
import { SameNameChoice } from "./same-name-choice.tsx";
import { LOOKED_UP_MAX, SAME_NAME_KEY, sameNameQuery } from "./same-name-query.ts";
import { uploads } from "./upload-store.ts";
// It comes along, so that it is there when the network is not.
import "./upload-tray.tsx";

const READ = DOCUMENT_FORMATS.map(({ label }) => label).join(", ");
const PACKED = CONTAINER_FORMATS.map(({ label }) => label).join(", ");

export interface UploadDialogProps {
  /** What was dropped or chosen before it opened. */
  files: readonly File[];
  /** Offered for the category. */
  categories: readonly string[];
  onClose: () => void;
}

/** Which files to send, and what is said of all of them. */
export default function UploadDialog({ files: given, categories, onClose }: UploadDialogProps) {
  const queryClient = useQueryClient();
  const isLookingUp = useIsFetching({ queryKey: SAME_NAME_KEY }) > 0;
  const [chosen, setChosen] = useState<ReadonlyMap<File, string | null>>(new Map());
  const isLookedUp = (file: File, files: readonly File[]) =>
    files.length <= LOOKED_UP_MAX && files.find(({ name }) => name === file.name) === file;
  const versionOf = (file: File, files: readonly File[]) => {
    if (!isLookedUp(file, files)) return undefined;
    const [newest] = queryClient.getQueryData(sameNameQuery(file.name).queryKey) ?? [];
    return (chosen.has(file) ? chosen.get(file) : newest?.id) ?? undefined;
  };
  return (
    <FormDialog
      title="Upload evidence"
      description={`${READ}, or archives (${PACKED}) of these.`}
      fields={{
        files: own(given, ({ value, set }) => (
          <ChosenFiles
            files={value}
            onChange={set}
            about={(file) =>
              isLookedUp(file, value) && (
                <SameNameChoice
                  file={file}
                  versionOf={chosen.get(file)}
                  onChange={(id) => setChosen(new Map(chosen).set(file, id))}
                />
              )
            }
          />
        )),
        category: text("Category", {
          length: TEXT_LIMITS.documentCategory,
          offered: categories,
          hint: "Optional, for all of these files: such as Policies or Records",
        }),
        ...periodFields(),
      }}
      act={({ files }) => (files.length > 1 ? `Upload ${files.length} files` : "Upload")}
      note={({ files }) =>
        files.length > LOOKED_UP_MAX && (
          <p className="text-muted">
            More than {LOOKED_UP_MAX} files: each becomes a document of its own, also where one of its name is here. For
            a folder that changes, use <code>assay sync</code>.
          </p>
        )
      }
      disabled={({ files }) => files.length === 0 || isLookingUp}
      onSend={({ files, category, effectiveDate, expiresAt }) => {
        for (const [id, group] of Map.groupBy(files, (file) => versionOf(file, files)))
          uploads().add(group, {
            category: category || undefined,
            effectiveDate: effectiveDate || undefined,
            expiresAt: expiresAt || undefined,
            versionOf: id,
          });
        onClose();
      }}
      onClose={onClose}
    />
  );
}
