import type { Document } from "@assay/client";
import { CONTAINER_FORMATS, DOCUMENT_FORMATS } from "@assay/contract/formats";
import { TEXT_LIMITS } from "@assay/contract/text-limits";
import { FormDialog, own, text } from "@assay/site/form-dialog";
import { useIsFetching, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ChosenFiles, type ChosenFilesProps } from "./chosen-files.tsx";
import { periodFields } from "./period-fields.ts";
import { SameNameChoice } from "./same-name-choice.tsx";
import { SAME_NAMES_KEY, sameNamesQuery } from "./same-names-query.ts";
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
  const isLookingUp = useIsFetching({ queryKey: SAME_NAMES_KEY }) > 0;
  const foundOf = (files: readonly File[]): Found =>
    queryClient.getQueryData(sameNamesQuery(files).queryKey) ?? NONE_FOUND;
  const [chosen, setChosen] = useState<Chosen>(new Map());
  return (
    <FormDialog
      title="Upload evidence"
      description={`${READ}, or archives (${PACKED}) of these.`}
      fields={{
        files: own(given, ({ value, set }) => (
          <NamedFiles
            files={value}
            onChange={set}
            chosen={chosen}
            onChoose={(file, id) => setChosen(new Map(chosen).set(file, id))}
          />
        )),
        category: text("Category", {
          length: TEXT_LIMITS.documentCategory,
          offered: categories,
          hint: "Optional, for all of these files: such as Policies or Records",
        }),
        ...periodFields(),
      }}
      act={({ files }) => {
        const versions = files.filter((file) => versionOf(file, files, foundOf(files), chosen) !== null).length;
        if (files.length <= 1) return versions > 0 ? "Upload as a new version" : "Upload";
        return `Upload ${files.length} files${versions > 0 ? `, ${versions} as ${versions > 1 ? "new versions" : "a new version"}` : ""}`;
      }}
      disabled={({ files }) => files.length === 0 || isLookingUp}
      onSend={({ files, category, effectiveDate, expiresAt }) => {
        const found = foundOf(files);
        for (const [id, group] of Map.groupBy(files, (file) => versionOf(file, files, found, chosen) ?? undefined))
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

type Chosen = ReadonlyMap<File, string | null>;
type Found = ReadonlyMap<string, readonly Document[]>;

const NONE_FOUND: Found = new Map();

/** Of two files of one name only the first is taken for a new version. */
function versionOf(file: File, files: readonly File[], found: Found, chosen: Chosen): string | null {
  if (files.find(({ name }) => name === file.name) !== file) return null;
  const [newest] = found.get(file.name) ?? [];
  return newest === undefined ? null : (chosen.get(file) ?? (chosen.has(file) ? null : newest.id));
}

interface NamedFilesProps extends Pick<ChosenFilesProps, "files" | "onChange"> {
  chosen: Chosen;
  onChoose: (file: File, versionOf: string | null) => void;
}

/** Chosen files, and which of them are new versions. */
function NamedFiles({ files, onChange, chosen, onChoose }: NamedFilesProps) {
  const { data: found, error } = useQuery({ ...sameNamesQuery(files), enabled: files.length > 0 });
  const choiceOf = (file: File) => {
    const namesakes = found?.get(file.name);
    if (!namesakes || files.find(({ name }) => name === file.name) !== file) return null;
    return (
      <SameNameChoice
        found={namesakes}
        versionOf={versionOf(file, files, found!, chosen)}
        onChange={(id) => onChoose(file, id)}
      />
    );
  };
  return (
    <>
      <ChosenFiles files={files} onChange={onChange} about={choiceOf} />
      {error && (
        <p className="text-partial">
          It is not known whether documents of these names are here: each file becomes a document of its own.
        </p>
      )}
      {found === null && (
        <p className="text-muted">
          There are too many documents to look for the names of so many files: each becomes a document of its own. For a
          folder that changes, use <code>assay sync</code>.
        </p>
      )}
    </>
  );
}
