import type { PackFormat, PackImport } from "@assay/client/admin";
import { FilePicker } from "@assay/site/file-picker";
import { formatBytes } from "@assay/site/format-bytes";
import { navigate } from "@assay/site/location";
import { useFileDrop } from "@assay/site/use-file-drop";
import { Button, Select, SkeletonList } from "@assay/ui";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Page } from "../app/page.tsx";
import { clientsOf, hrefTo, useTenantId } from "../app/tenant.ts";
import { useParam } from "../app/use-param.ts";
import { useTenantAct } from "../app/use-tenant-query.ts";
import { DryRunProblems } from "./dry-run-problems.tsx";
import { DryRunResult } from "./dry-run-result.tsx";
import { guessFormat, HEAD_BYTES } from "./guess-format.ts";
import { usePack } from "./use-packs.ts";

type Requirements = "controls" | "objectives";

interface Chosen {
  /** Tells this choice of a file from every other one. */
  readonly id: string;
  readonly file: File;
  readonly format: PackFormat | null;
  readonly requirements: Requirements;
}

const FILE_BYTES_MAX = 32 * 1024 * 1024;

const FORMATS: readonly { value: PackFormat; label: string }[] = [
  { value: "assay-json", label: "Assay JSON" },
  { value: "csv", label: "CSV table" },
  { value: "oscal", label: "OSCAL catalogue, JSON" },
  { value: "ciso-assistant", label: "CISO Assistant library, YAML" },
];

/** A file is looked at before it is imported: what is wrong with it, or what it would become. */
export default function ImportView() {
  const packId = useParam("packId");
  const { data } = usePack(packId);
  const [chosen, setChosen] = useState<Chosen>();
  const choose = async ([file]: readonly File[]) => {
    if (!file) return;
    const format = guessFormat(file.name, await file.slice(0, HEAD_BYTES).text());
    setChosen((before) => ({
      id: crypto.randomUUID(),
      file,
      format,
      requirements: before?.requirements ?? "controls",
    }));
  };
  const { isOver, target } = useFileDrop((files) => void choose(files), true);
  const next = data && (data.versions[0]?.version ?? 0) + 1;
  return (
    <Page
      title={data ? `Import version ${next} of ${data.pack.name}` : "Import a version"}
      scope={data?.pack.owner === "TENANT" ? "tenant" : "all"}
      back={{ href: hrefTo(`/packs/${packId}`), label: data?.pack.name ?? "Pack" }}
      lead="The file is checked first, and nothing is stored. You import it after you have seen the result."
    >
      <div className="flex flex-col gap-5" {...target}>
        <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <FilePicker accept=".json,.csv,.yaml,.yml" isOver={isOver} onFiles={(files) => void choose(files)} />
          <div className="flex flex-col gap-1 text-xs text-muted">
            <p>
              Assay JSON, a CSV table, an OSCAL 1.x catalogue as JSON, or a CISO Assistant library as YAML, in UTF-8.
            </p>
            <p>
              At most {formatBytes(FILE_BYTES_MAX)}, 20,000 requirements and 2,000 criteria. All of it is imported, or
              nothing.
            </p>
          </div>
        </div>
        {chosen && <ChosenFile chosen={chosen} onChange={setChosen} />}
        {chosen?.format && <DryRun packId={packId} chosen={{ ...chosen, format: chosen.format }} />}
      </div>
    </Page>
  );
}

function ChosenFile({ chosen, onChange }: { chosen: Chosen; onChange: (chosen: Chosen) => void }) {
  const { file, format, requirements } = chosen;
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="text-sm font-medium">File</p>
        <p className="flex h-8 min-w-0 items-center gap-2 text-sm">
          <bdi className="truncate">{file.name}</bdi>
          <span className="shrink-0 text-xs text-muted tabular-nums">{formatBytes(file.size)}</span>
        </p>
      </div>
      <div className="w-full sm:w-64">
        <Select
          label="Format"
          value={format ?? ""}
          options={format ? FORMATS : [{ value: "", label: "Choose the format" }, ...FORMATS]}
          onChange={(value) => onChange({ ...chosen, format: (value || null) as PackFormat | null })}
        />
      </div>
      {format === "oscal" && (
        <div className="w-full sm:w-64">
          <Select
            label="Requirements are its"
            value={requirements}
            options={[
              { value: "controls", label: "Controls" },
              { value: "objectives", label: "Assessment objectives" },
            ]}
            onChange={(value) => onChange({ ...chosen, requirements: value as Requirements })}
          />
        </div>
      )}
    </div>
  );
}

function DryRun({ packId, chosen }: { packId: string; chosen: Chosen & { format: PackFormat } }) {
  const { id, file, format } = chosen;
  const options = { format, requirements: format === "oscal" ? chosen.requirements : undefined };
  const tenantId = useTenantId();
  // Not among the tenant's queries: an act on the page would send the file again.
  const dryRun = useQuery({
    queryKey: ["dry-run", tenantId, packId, id, options],
    queryFn: async ({ signal }): Promise<PackImport> => {
      const { admin } = await clientsOf(tenantId);
      return admin.packs.import(packId, file, { ...options, dryRun: true, signal });
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const store = useTenantAct(({ admin }) => admin.packs.import(packId, file, options), {
    onSuccess: ({ version }) => navigate(hrefTo(`/packs/${packId}/versions/${version!.id}`)),
  });
  const error = dryRun.error ?? store.error;
  if (error) return <DryRunProblems error={error} onRetry={() => void dryRun.refetch()} />;
  if (!dryRun.data) return <SkeletonList label="Checking the file" rows={8} />;
  return (
    <DryRunResult
      result={dryRun.data}
      action={
        <Button look="primary" busy={store.isPending} onClick={() => store.mutate()}>
          Import as a draft
        </Button>
      }
    />
  );
}
