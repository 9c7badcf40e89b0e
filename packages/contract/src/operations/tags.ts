/** The groups of operations: what is before the last dot of an operation's id. */
export const TAGS = {
  session: "The caller: whose token it is, in which tenant, with which role.",
  documents: "Evidence: files that the tenant uploads, and what was read from them.",
  sources: "Where files come from, such as a folder: its paths are places of documents.",
  requirements: "What a run assesses.",
  search: "Passages in the text of the evidence.",
  runs: "Assessments of all requirements of a pack against the evidence, and their results.",
  reviews: "What people say of the verdicts of a run. Verdicts never change.",
  invitations: "What an invited person is shown and does, without a membership.",
  resets: "A new password by a link, without signing in.",
  links: "Auditors' links: each shows one run to somebody without an account.",
  comments: "What people say of a run and its requirements, and the evidence that they ask for.",
  mentions: "Comments in which others mentioned the caller.",
  people: "Members, to assign tasks and to mention them.",
  exceptions: "Requirements that do not apply, or whose risk is accepted, for a time.",
  signOffs: "Signatures of people under a finished run, each over its snapshot and what was said of it.",
  tasks: "Remediation tasks that runs created.",
  "admin.overview": "The tenant at a glance.",
  "admin.models": "What models may be asked, and what is used of it.",
  "admin.secondFactor": "Who of the tenant's people needs a second factor.",
  "admin.settings": "What the deployment runs with.",
  "admin.members": "People of the tenant and their roles.",
  "admin.invitations": "Offers of a membership, until they are accepted.",
  "admin.resets": "Resets of a member's password or second factors, by mail or by two ADMINs.",
  "admin.goldenSet": "The tenant's reviews as a labelled set.",
  "admin.reviewers": "How carefully people review.",
  "admin.apiKeys": "Keys for programs that call the API of a tenant.",
  "admin.singleSignOn": "Where the tenant's people sign in, and which e-mail domains are the tenant's.",
  "admin.scim": "Keys for a directory that makes and disables members, and what its groups give.",
  "admin.events": "What happens in the tenant, as it happens.",
  "admin.webhooks": "Where the tenant is told of what happens, and what was delivered there.",
  "admin.documents": "Failed documents, and documents to read again.",
  "admin.runs": "Runs with their pins, jobs and costs; replay and import.",
  "admin.traces": "Spans of a run, without content.",
  "admin.audit": "The audit log of the tenant, its hash chain and signed checkpoints.",
  "admin.accessRecords": "Who read originals, snapshots, exports, reports and replays.",
  "admin.packs": "Packs of requirements and their versions.",
  "admin.bindings": "Which version of a pack the tenant uses.",
  "admin.corpus": "Guidance that belongs to a pack.",
  "admin.retrievalVersions": "Models, thresholds and rules that runs pin.",
  "admin.tenants": "Tenants of the deployment.",
  service: "What is served without a token.",
  signIn:
    "The built-in issuer of tokens, as supabase-js calls it. Mounted only where the deployment uses no Supabase project.",
  "signIn.factors": "Second factors of an account of the built-in issuer, as supabase-js calls them.",
  "signIn.passkeys": "Passkeys of an account of the built-in issuer, as supabase-js calls them.",
} as const;

export type TagName = keyof typeof TAGS;

export function tagOf(id: string): string {
  return id.slice(0, id.lastIndexOf("."));
}
