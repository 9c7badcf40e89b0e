import { signOffPayload } from "@assay/contract";
import { type Block, code, counted, type Inline, moment, said } from "../blocks.ts";
import type { ReportState } from "../report-state.ts";

export function documentBlocks({ documents }: ReportState): Block[] {
  return [
    {
      kind: "table",
      headings: ["Document", "Kind", "From", "Until", "Pages with text", "Judged", "SHA-256"],
      rows: documents.map(
        ({ originalFilename, evidenceKind, effectiveDate, expiresAt, coverage, judged, reason, sha256Hash }) => [
          said(originalFilename),
          evidenceKind ?? "",
          effectiveDate ?? "",
          expiresAt ?? "",
          coverage ? `${coverage.pagesWithText} of ${coverage.pages}` : "",
          judged ? "yes" : `no: ${reason}`,
          code(sha256Hash),
        ],
      ),
    },
  ];
}

export function changeBlocks({ changes }: ReportState): Block[] {
  if (changes === "NONE")
    return [{ kind: "paragraph", text: "No earlier run of this pack has a signature that stands." }];
  if (changes === "DAMAGED")
    return [
      { kind: "paragraph", text: "Not known: the results of that run are stored otherwise than they were sealed." },
    ];
  const named = (documents: typeof changes.documents.added): Inline =>
    documents.length === 0
      ? "none"
      : documents.flatMap(({ originalFilename }, at) => [at > 0 ? ", " : "", said(originalFilename)]);
  return [
    {
      kind: "facts",
      rows: [
        ["Compared with run", code(changes.against)],
        ["Documents added", named(changes.documents.added)],
        ["Documents removed", named(changes.documents.removed)],
      ],
    },
    {
      kind: "table",
      headings: ["Requirement", "Change", "Before", "After"],
      rows: changes.requirements.map(({ requirementId, change, before, after }) => [
        requirementId,
        change,
        before ? `${before.status} ${before.confidence}` : "",
        after ? `${after.status} ${after.confidence}` : "",
      ]),
    },
  ];
}

export function integrityBlocks(state: ReportState): Block[] {
  const { snapshotHash, audit, checkpoint, release, leftOut } = state;
  return [
    {
      kind: "facts",
      rows: [
        ["SHA-256 of the snapshot", code(snapshotHash)],
        [
          "Audit log",
          `${counted(audit.entriesOfRun, "entry", "entries")} of this run, from ${audit.firstSequence} to ${audit.head.sequence}`,
        ],
        ["Hash of its last entry", code(audit.head.hash)],
        [
          "Breaks of the log",
          audit.breaks.length === 0 ? "None" : `${audit.breaks.length}, each continued by an operator`,
        ],
        ["Checkpoint", [`entry ${checkpoint.statement.sequence}, signed with `, code(checkpoint.keyId)]],
        ["Release that wrote this", code(release)],
      ],
    },
    {
      kind: "paragraph",
      text: "The package that holds this report proves the above without the service: verify.html and verify.py in it check each file. Take the public key from a source that you trust. This page alone proves nothing.",
    },
    ...signOffBlocks(state),
    ...(leftOut.length === 0
      ? []
      : [
          {
            kind: "table",
            headings: ["Left out", "Why"],
            rows: leftOut.map(({ what, why }) => [said(what), why]),
          } as const,
        ]),
  ];
}

/** Whatever else a form of the payload holds. */
const signedOfSigner = signOffPayload.pick({ assurance: true, factorEnrolledAt: true, signerChanges: true }).loose();

function signOffBlocks({ signOffs }: ReportState): Block[] {
  if (signOffs.length === 0) return [{ kind: "paragraph", text: "Nobody has signed this run." }];
  return [
    {
      kind: "table",
      headings: ["Act", "Role", "Signer", "At", "State", "Statement", "Proved by"],
      rows: signOffs.map(({ act, role, signerName, signerRole, createdAt, standing, valid, statement, payload }) => {
        const signer = signedOfSigner.safeParse(JSON.parse(payload)).data;
        const changes = signer?.signerChanges?.map(({ change, at }) => `${change} ${moment(at)}`) ?? [];
        return [
          act,
          role,
          [said(signerName), ` (${signerRole})`],
          moment(createdAt),
          valid ? (standing ? "stands" : act === "SIGNED" ? "ended" : "") : "not valid",
          said(statement),
          [signer?.assurance ?? "not recorded", ...changes].join("; "),
        ];
      }),
    },
  ];
}

export function egressBlocks({ egress }: ReportState): Block[] {
  if (!egress) return [{ kind: "paragraph", text: "Which hosts evidence was sent to: not recorded." }];
  const { run, documents, olderDocuments } = egress;
  const ways = [
    ...run.map((way) => ({ of: "The run", how: counted(way.requests, "request"), ...way })),
    ...documents.map((way) => ({ of: "Its documents", how: counted(way.documents, "document"), ...way })),
  ];
  const older = `What was sent of ${counted(olderDocuments, "document")} is not known: deleted, or older than these counts.`;
  return [
    ways.length === 0
      ? { kind: "paragraph", text: "Nothing of this run or of its documents was sent to another host." }
      : {
          kind: "table",
          headings: ["Of", "Host", "Provider", "Purpose", "How much", "Bytes"],
          rows: ways.map(({ of, host, provider, purpose, how, bytes }) => [
            of,
            code(host),
            provider,
            purpose,
            how,
            String(bytes),
          ]),
        },
    ...(olderDocuments > 0 ? [{ kind: "paragraph", text: older } as const] : []),
    {
      kind: "paragraph",
      text: "Until the end of the run. PROBE holds no evidence. Not in it: searches of people, texts of guidance, and for a reused answer what the run before it sent.",
    },
  ];
}
