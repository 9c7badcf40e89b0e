import type { NoticeKind } from "@assay/contract";
import type { DeploymentState } from "./read-deployment-state.ts";

/** When operators want to be told. */
export interface NoticeThresholds {
  /** A job that is due for longer. */
  readonly jobsMinutes: number;
  /** Free space of a disk, in percent of it. */
  readonly diskPercent: number;
  /** 0: backups are not watched. */
  readonly backupHours: number;
}

export interface Disk {
  /** `data`, `files` */
  readonly name: string;
  /** Disks of other machines are theirs to tell of. */
  readonly host: string;
  readonly freeBytes: number;
  readonly sizeBytes: number;
}

export interface Condition {
  readonly kind: NoticeKind;
  /** Which model or disk; empty where there is one. */
  readonly subject: string;
  readonly detail: string;
}

/** What is wrong now. A condition of `lasting` needs a little more to be over, so that it does not come and go. */
export function findConditions(
  state: DeploymentState,
  disks: readonly Disk[],
  thresholds: NoticeThresholds,
  lasting: readonly Pick<Condition, "kind" | "subject">[] = [],
): Condition[] {
  const lasts = (kind: NoticeKind, subject = "") =>
    lasting.some((each) => each.kind === kind && each.subject === subject);
  return [
    ...findDamage(state),
    ...findDown(state),
    ...findLate(state, thresholds),
    ...findLowDisks(disks, thresholds, (subject) => lasts("disk.low", subject)),
    ...findOldBackup(state, thresholds),
  ];
}

function findDamage({ damaged: { runs, records, files }, brokenChains }: DeploymentState): Condition[] {
  const conditions: Condition[] = [];
  const found = [
    counted(runs, "run", "runs"),
    counted(records, "tenant with damaged records", "tenants with damaged records"),
    counted(files, "stored file", "stored files"),
  ].filter((text) => text !== undefined);
  if (found.length > 0)
    conditions.push({
      kind: "integrity.failed",
      subject: "",
      detail: `Stored otherwise than recorded: ${found.join(", ")}`,
    });
  if (brokenChains > 0)
    conditions.push({
      kind: "chain.broken",
      subject: "",
      detail: `The audit chain is broken of ${counted(brokenChains, "tenant", "tenants")}`,
    });
  return conditions;
}

function counted(count: number, one: string, several: string): string | undefined {
  return count === 0 ? undefined : `${count} ${count === 1 ? one : several}`;
}

function findDown({ modelsDown }: DeploymentState): Condition[] {
  return modelsDown.map(({ model, code }) => ({
    kind: "model.down",
    subject: model,
    detail: `The model '${model}' does not respond (${code ?? "MODEL_UNAVAILABLE"})`,
  }));
}

function findLate({ jobs }: DeploymentState, { jobsMinutes }: NoticeThresholds): Condition[] {
  const late = jobs.filter(({ state, oldestSeconds }) => state === "due" && oldestSeconds > jobsMinutes * 60);
  if (late.length === 0) return [];
  const kinds = late.map(({ kind, oldestSeconds }) => `${kind} (${Math.floor(oldestSeconds / 60)} min)`);
  return [
    { kind: "jobs.late", subject: "", detail: `Jobs are due for over ${jobsMinutes} minutes: ${kinds.join(", ")}` },
  ];
}

/** So much more must be free before a disk is no longer low. */
const DISK_MARGIN_PERCENT = 1;

function findLowDisks(
  disks: readonly Disk[],
  { diskPercent }: NoticeThresholds,
  lasts: (subject: string) => boolean,
): Condition[] {
  return disks.flatMap((disk) => {
    const percent = (100 * disk.freeBytes) / disk.sizeBytes;
    const subject = diskSubject(disk);
    if (percent >= diskPercent + (lasts(subject) ? DISK_MARGIN_PERCENT : 0)) return [];
    const detail = `The disk '${disk.name}' of '${disk.host}' has ${Math.floor(percent)} % free`;
    return [{ kind: "disk.low" as const, subject, detail }];
  });
}

const diskSubject = ({ host, name }: Pick<Disk, "host" | "name">) => `${host}/${name}`;

/** Whether this machine tells of it, or any does. */
export function isTold({ kind, subject }: Pick<Condition, "kind" | "subject">, host: string): boolean {
  return kind !== "disk.low" || subject.startsWith(`${host}/`);
}

function findOldBackup(state: DeploymentState, { backupHours }: NoticeThresholds): Condition[] {
  const { backupAgeSeconds, tenantAgeSeconds } = state;
  const age = backupAgeSeconds ?? tenantAgeSeconds;
  if (backupHours === 0 || age === null || age <= backupHours * 3600) return [];
  const detail =
    backupAgeSeconds === null
      ? "No backup was recorded yet"
      : `The newest backup is ${Math.floor(age / 3600)} hours old`;
  return [{ kind: "backup.late", subject: "", detail }];
}
