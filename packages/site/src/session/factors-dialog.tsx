import { Button, CopyText, Dialog, Skeleton, TextField } from "@assay/ui";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, type SubmitEvent, useId, useState } from "react";
import { formatDateTime } from "../format/format.ts";
import { ErrorPanel, messageOf } from "../shell/error-panel.tsx";
import { CodeField } from "./code-field.tsx";
import { addPasskey, renamePasskey } from "./passkeys.ts";
import {
  finishApp,
  makeRecoveryCodes,
  type OwnFactor,
  readOwnFactors,
  removeFactor,
  type StartedApp,
  startApp,
} from "./second-factor.ts";

const QUERY = { queryKey: ["own-factors"], queryFn: readOwnFactors, staleTime: 0 };

type Step = { readonly app: StartedApp } | { readonly codes: readonly string[] } | undefined;

/** The user's own second factors, and their recovery codes. Loaded when it is first opened, from the user's menu. */
export default function FactorsDialog({
  onClose,
  refreshesSession = true,
}: {
  onClose: () => void;
  /** False where the view that opened it depends on the session: it would go before the codes are read. */
  refreshesSession?: boolean;
}) {
  const [step, setStep] = useState<Step>();
  const queries = useQueryClient();
  const refresh = async () => {
    // What the session has proved is shown elsewhere too.
    await queries.invalidateQueries(QUERY);
    if (refreshesSession) await queries.invalidateQueries({ queryKey: ["session"] });
  };
  const showCodes = async (codes: readonly string[] | undefined) => {
    await refresh();
    setStep(codes && { codes });
  };
  if (step && "app" in step) return <ScanApp app={step.app} onDone={showCodes} onClose={onClose} />;
  if (step) return <Codes codes={step.codes} onClose={() => setStep(undefined)} />;
  return <Overview onStep={setStep} onChanged={refresh} onClose={onClose} />;
}

function Overview({
  onStep,
  onChanged,
  onClose,
}: {
  onStep: (step: Step) => void;
  onChanged: () => Promise<void>;
  onClose: () => void;
}) {
  const query = useQuery(QUERY);
  const { factors = [], codesLeft } = query.data ?? {};
  const add = useMutation({
    mutationFn: () => startApp(freeName(factors)),
    onSuccess: (app) => onStep({ app }),
  });
  // The first factor brings recovery codes with it.
  const addKey = useMutation({
    mutationFn: async () => {
      await addPasskey();
      return codesLeft === undefined ? makeRecoveryCodes({ again: false }) : undefined;
    },
    onSuccess: (codes) => codes && onStep({ codes }),
    onSettled: onChanged,
  });
  const rename = useMutation({ mutationFn: renamePasskey, onSettled: onChanged });
  const makeCodes = useMutation({
    mutationFn: () => makeRecoveryCodes({ again: codesLeft !== undefined }),
    onSuccess: (codes) => onStep({ codes }),
    onSettled: onChanged,
  });
  const remove = useMutation({ mutationFn: removeFactor, onSettled: onChanged });
  const acts = [add, addKey, rename, makeCodes, remove];
  const failed = acts.find(({ error }) => error)?.error;
  const isBusy = acts.some(({ isPending }) => isPending);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Second factor"
      description="A passkey signs you in alone, or after your password. An app's code goes with your password."
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button disabled={!query.data || isBusy} busy={add.isPending} onClick={() => add.mutate()}>
            Add an authenticator app
          </Button>
          <Button
            look="primary"
            disabled={!query.data || isBusy}
            busy={addKey.isPending}
            onClick={() => addKey.mutate()}
          >
            Add a passkey
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        {query.data ? (
          <Enrolled
            factors={factors}
            isBusy={isBusy}
            onRename={(named) => rename.mutate(named)}
            onRemove={(id) => remove.mutate(id)}
          />
        ) : query.error ? (
          <ErrorPanel title="The factors cannot be shown" error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton className="h-10" />
        )}
        {factors.length > 0 && (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <p className="min-w-0 flex-1 basis-48">
              {codesLeft === undefined ? "You have no recovery codes." : `${codesLeft} recovery codes are left.`}
            </p>
            <Button disabled={isBusy} busy={makeCodes.isPending} onClick={() => makeCodes.mutate()}>
              Make new recovery codes
            </Button>
          </div>
        )}
        <p role="alert" className="text-missing empty:hidden">
          {failed && messageOf(failed)}
        </p>
      </div>
    </Dialog>
  );
}

function Enrolled({
  factors,
  isBusy,
  onRename,
  onRemove,
}: {
  factors: readonly OwnFactor[];
  isBusy: boolean;
  onRename: (named: { id: string; name: string }) => void;
  onRemove: (id: string) => void;
}) {
  const [renaming, setRenaming] = useState<string>();
  if (factors.length === 0) return <p>Only your password protects this account.</p>;
  return (
    <ul aria-label="Second factors" className="divide-y divide-line rounded-lg border border-line">
      {factors.map(({ id, name, addedAt, isPasskey, lastUsedAt }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
          {renaming === id ? (
            <Rename
              name={name}
              onDone={(typed) => {
                setRenaming(undefined);
                if (typed && typed !== name) onRename({ id, name: typed });
              }}
            />
          ) : (
            <>
              <div className="min-w-0 flex-1 basis-48">
                <p className="font-medium break-words">{name}</p>
                <p className="text-xs text-muted">
                  Since {formatDateTime(addedAt)}
                  {lastUsedAt && `, last used ${formatDateTime(lastUsedAt)}`}
                </p>
              </div>
              {isPasskey && (
                <Button look="quiet" disabled={isBusy} aria-label={`Rename ${name}`} onClick={() => setRenaming(id)}>
                  Rename
                </Button>
              )}
              <Button look="quiet" disabled={isBusy} aria-label={`Remove ${name}`} onClick={() => onRemove(id)}>
                Remove
              </Button>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

function Rename({ name, onDone }: { name: string; onDone: (typed: string | undefined) => void }) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.stopPropagation();
    onDone(String(new FormData(event.currentTarget).get("name")).trim());
  };
  return (
    <form onSubmit={submit} className="flex flex-1 flex-wrap items-end gap-2">
      <div className="min-w-0 flex-1 basis-48">
        <TextField label="Name of the passkey" name="name" defaultValue={name} maxLength={60} required autoFocus />
      </div>
      <Button onClick={() => onDone(undefined)}>Cancel</Button>
      <Button type="submit" look="primary">
        Rename
      </Button>
    </form>
  );
}

/** The first app brings recovery codes with it. */
function ScanApp({
  app: { factorId, picture, secret },
  onDone,
  onClose,
}: {
  app: StartedApp;
  onDone: (codes: readonly string[] | undefined) => Promise<void>;
  onClose: () => void;
}) {
  const id = useId();
  const finish = useMutation({
    mutationFn: async (code: string) => {
      await finishApp(factorId, code);
      const { codesLeft } = await readOwnFactors();
      return codesLeft === undefined ? makeRecoveryCodes({ again: false }) : undefined;
    },
    onSuccess: onDone,
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.stopPropagation();
    if (!finish.isPending) finish.mutate(String(new FormData(event.currentTarget).get("code")));
  };
  return (
    <Step
      title="Add an authenticator app"
      description="Scan this with the app, or type the key into it. Then enter the code that it shows."
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} look="primary" busy={finish.isPending}>
            {finish.isPending ? "Checking …" : "Add"}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={submit} className="flex flex-col gap-4">
        <img
          src={picture}
          alt="The key for your app, as a code to scan"
          className="mx-auto size-44 rounded-md bg-white"
        />
        <CopyText text={secret} what="the key" whole />
        <CodeField
          label="Code that the app shows"
          hint="Six digits."
          {...(finish.error && { error: messageOf(finish.error) })}
        />
      </form>
    </Step>
  );
}

function Codes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Step
      title="Recovery codes"
      description="Without your factor each of them serves once in its place. They are shown now and never again: keep them where your password is not."
      onClose={onClose}
      actions={
        <Button look="primary" onClick={onClose}>
          I have kept them
        </Button>
      }
    >
      <ul aria-label="Recovery codes" className="grid gap-x-6 gap-y-1 font-mono sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <CopyText text={codes.join(" ")} what="all codes" />
    </Step>
  );
}

function Step({
  title,
  description,
  actions,
  onClose,
  children,
}: {
  title: string;
  description: string;
  actions: ReactNode;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title} description={description} actions={actions}>
      <div className="flex flex-col gap-4 text-sm">{children}</div>
    </Dialog>
  );
}

/** Such as "Authenticator app 2". */
function freeName(factors: readonly OwnFactor[]): string {
  const taken = new Set(factors.map(({ name }) => name));
  const names = [...taken, ""].map((_, index) =>
    index === 0 ? "Authenticator app" : `Authenticator app ${index + 1}`,
  );
  return names.find((name) => !taken.has(name))!;
}
