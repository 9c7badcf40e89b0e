import { createHash } from "node:crypto";
import { canonicalJson } from "@assay/contract";
import type { Signer } from "@assay/core/ports";
import { type ExportParts, exportTenant } from "@assay/core/tenant-archive";
import { signText } from "../../src/audit/sign-text.ts";
import { readTar, tarEnd, tarHeader, tarPadding } from "../../src/tenant-archive/tar.ts";

const SYSTEM = { id: "system", role: "SUPER_ADMIN" } as const;

export function startSha256() {
  const hash = createHash("sha256");
  return { update: (bytes: Uint8Array) => void hash.update(bytes), digest: () => hash.digest("hex") };
}

/** A whole archive; `meanwhile` happens when its first file has been read. */
export async function readArchive(
  parts: ExportParts,
  tenantId: string,
  meanwhile: () => Promise<unknown> = async () => {},
): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const part of exportTenant(parts, { tenantId, actor: SYSTEM })) {
    all.push(part.slice());
    if (all.length === 3) await meanwhile();
  }
  return Buffer.concat(all);
}

/** In parts as a disk gives them; `readings` says what each reading finds, and the last one stays. */
export function sourceOf(...readings: Uint8Array[]) {
  let reading = 0;
  return async function* () {
    const bytes = readings[Math.min(reading++, readings.length - 1)]!;
    for (let at = 0; at < bytes.length; at += 60_000) yield bytes.subarray(at, at + 60_000);
  };
}

type Files = Map<string, Uint8Array>;

export async function filesOf(archive: Uint8Array): Promise<Files> {
  const files: Files = new Map();
  for await (const entry of readTar(sourceOf(archive)())) {
    const parts: Uint8Array[] = [];
    for await (const bytes of entry.content()) parts.push(bytes);
    files.set(entry.name, Buffer.concat(parts));
  }
  return files;
}

export function toTar(files: Files): Buffer {
  const parts = [...files].flatMap(([name, bytes]) => [
    tarHeader({ name, size: bytes.length }),
    bytes,
    tarPadding(bytes.length),
  ]);
  return Buffer.concat([...parts, tarEnd()]);
}

export type ArchivedRow = Record<string, unknown>;

/** An archive with other rows in one table, whose manifest says so and is signed: by someone who has the key. */
export async function forge(
  archive: Uint8Array,
  signer: Signer,
  table: string,
  change: (rows: ArchivedRow[]) => ArchivedRow[],
): Promise<Buffer> {
  const files = await filesOf(archive);
  const name = `tables/${table}/00000001.jsonl`;
  const lines = Buffer.from(files.get(name) ?? "").toString("utf8");
  const rows = change(
    lines
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as ArchivedRow),
  );
  files.set(name, Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join("")));
  const manifest = JSON.parse(Buffer.from(files.get("manifest.json")!).toString("utf8")) as Record<string, unknown>;
  for (const of of ["manifest.json", "manifest.sig"]) files.delete(of);
  const text = canonicalJson({
    ...manifest,
    files: [...files].map(([of, bytes]) => ({
      ...{ name: of, bytes: bytes.length },
      sha256: createHash("sha256").update(bytes).digest("hex"),
    })),
  });
  files.set("manifest.json", Buffer.from(text));
  const signature = await signText(signer, text);
  files.set("manifest.sig", Buffer.from(canonicalJson({ keyId: signer.keyId, signature })));
  return toTar(files);
}
