import type { RetrievalVersion } from "@assay/client/admin";
import { messageOf } from "@assay/site/error-panel";
import { Loaded } from "@assay/site/loaded";
import { navigate, setSearch, useSearchParam } from "@assay/site/location";
import { Button, TextField } from "@assay/ui";
import { type FormEvent, useId, useState } from "react";
import { Page } from "../app/page.tsx";
import { hrefTo } from "../app/tenant.ts";
import { useTenantAct } from "../app/use-tenant-query.ts";
import { RuleFields } from "./rule-fields.tsx";
import { ThresholdField } from "./threshold-field.tsx";
import { ThresholdPreviewPart } from "./threshold-preview.tsx";
import { useEngineVersions } from "./use-engine.ts";
import { findChanges, findErrors, readThresholds, toForm, type VersionForm } from "./version-form.ts";

/** A version made from the active one, with what its thresholds and rules would make of a finished run. */
export default function NewVersionView() {
  const query = useEngineVersions();
  return (
    <Page
      title="New engine version"
      scope="all"
      back={{ href: hrefTo("/engine"), label: "Engine versions" }}
      lead="Based on the active one. It changes nothing until you activate it."
    >
      <Loaded query={query} what="engine versions">
        {(versions) => {
          const inForce = versions.find((version) => version.inForce) ?? versions[0]!;
          return <Form key={inForce.id} inForce={inForce} versions={versions} />;
        }}
      </Loaded>
    </Page>
  );
}

function Form({ inForce, versions }: { inForce: RetrievalVersion; versions: readonly RetrievalVersion[] }) {
  const id = useId();
  const initial = toForm(inForce);
  const [complete, partial] = [useSearchParam("complete"), useSearchParam("partial")];
  const [rest, setRest] = useState(initial);
  const [rules, setRules] = useState(inForce.evidenceRules);
  const form = { ...rest, complete: complete ?? initial.complete, partial: partial ?? initial.partial };
  const set = (field: keyof VersionForm) => (value: string) => setRest((before) => ({ ...before, [field]: value }));
  // What is tried is in the address, so that the preview can be shown to others.
  const tryOut = (field: "complete" | "partial") => (value: string) =>
    setSearch({ [field]: value === initial[field] ? null : value || " " }, { replace: true });
  const errors = findErrors(form);
  const isRight = Object.keys(errors).length === 0;
  const changes = isRight ? findChanges(form, inForce, rules) : {};
  const isSame = isRight && Object.keys(changes).length === 0;
  const create = useTenantAct(({ admin }) => admin.retrievalVersions.create(changes), {
    onSuccess: () => navigate(hrefTo("/engine")),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isRight && !isSame && !create.isPending) create.mutate();
  };
  return (
    <div className="grid gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
      <form id={id} onSubmit={submit} noValidate className="flex flex-col gap-4">
        <ThresholdField
          label="Complete from"
          tone="complete"
          value={form.complete}
          error={errors.complete}
          onChange={tryOut("complete")}
        />
        <ThresholdField
          label="Partial from"
          tone="partial"
          value={form.partial}
          error={errors.partial}
          onChange={tryOut("partial")}
        />
        <div className="grid grid-cols-2 gap-3">
          <TextField
            label="Similarity from"
            inputMode="decimal"
            value={form.similarityThreshold}
            error={errors.similarityThreshold}
            hint="Minimum for a passage"
            onChange={(event) => set("similarityThreshold")(event.target.value)}
          />
          <TextField
            label="Passages"
            inputMode="numeric"
            value={form.chunksPerRequirement}
            error={errors.chunksPerRequirement}
            hint="Per requirement, at most"
            onChange={(event) => set("chunksPerRequirement")(event.target.value)}
          />
          <TextField
            label="Lexical weight"
            inputMode="decimal"
            value={form.lexicalWeight}
            error={errors.lexicalWeight}
            hint="Shared words beside similarity; empty: that of the embedder, or as before"
            onChange={(event) => set("lexicalWeight")(event.target.value)}
          />
        </div>
        <TextField
          label="Language model"
          list={`${id}-assessors`}
          value={form.assessorModel}
          error={errors.assessorModel}
          hint="The model that assesses; one that the deployment runs"
          onChange={(event) => set("assessorModel")(event.target.value)}
        />
        <Known id={`${id}-assessors`} models={versions.map(({ assessor }) => assessor.model)} />
        <TextField
          label="Embedding model"
          list={`${id}-embedders`}
          value={form.embedderModel}
          error={errors.embedderModel}
          hint="The model that finds passages; with another one, all vectors are created again before activation"
          onChange={(event) => set("embedderModel")(event.target.value)}
        />
        <Known id={`${id}-embedders`} models={versions.map(({ embedder }) => embedder.model)} />
        <TextField
          label="Model for meaning"
          list={`${id}-meaning`}
          value={form.meaningModel}
          hint="Checks each quote on the machine itself, by the thresholds of its card; empty: nothing checks"
          onChange={(event) => set("meaningModel")(event.target.value)}
        />
        <Known
          id={`${id}-meaning`}
          models={["entailment-2", ...versions.flatMap(({ meaning }) => meaning?.model ?? [])]}
        />
        <RuleFields rules={rules} onChange={setRules} />
        <div role="alert" className="text-sm text-missing empty:hidden">
          {create.error && messageOf(create.error)}
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" look="primary" disabled={!isRight || isSame} busy={create.isPending}>
            Create version
          </Button>
          {isSame && <p className="text-xs text-muted">Change something first: these values are active.</p>}
        </div>
      </form>
      <ThresholdPreviewPart thresholds={readThresholds(form)} rules={rules} />
    </div>
  );
}

function Known({ id, models }: { id: string; models: readonly string[] }) {
  return (
    <datalist id={id}>
      {[...new Set(models)].map((model) => (
        <option key={model} value={model} />
      ))}
    </datalist>
  );
}
