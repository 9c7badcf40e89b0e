import { adminAccessRecords } from "./admin-access-records.ts";
import { adminApiKeys } from "./admin-api-keys.ts";
import { adminAudit } from "./admin-audit.ts";
import { adminBindings } from "./admin-bindings.ts";
import { adminConnections } from "./admin-connections.ts";
import { adminCorpus } from "./admin-corpus.ts";
import { adminDeployment } from "./admin-deployment.ts";
import { adminDocuments } from "./admin-documents.ts";
import { adminErasures } from "./admin-erasures.ts";
import { adminEvents } from "./admin-events.ts";
import { adminGoldenSet } from "./admin-golden-set.ts";
import { adminInvitations } from "./admin-invitations.ts";
import { adminMembers } from "./admin-members.ts";
import { adminModels } from "./admin-models.ts";
import { adminOcrLanguages } from "./admin-ocr-languages.ts";
import { adminOverview } from "./admin-overview.ts";
import { adminPacks } from "./admin-packs.ts";
import { adminPersons } from "./admin-persons.ts";
import { adminResets } from "./admin-resets.ts";
import { adminResidency } from "./admin-residency.ts";
import { adminRetention } from "./admin-retention.ts";
import { adminRetrievalVersions } from "./admin-retrieval-versions.ts";
import { adminReviewers } from "./admin-reviewers.ts";
import { adminRuns } from "./admin-runs.ts";
import { adminScim } from "./admin-scim.ts";
import { adminSecondFactor } from "./admin-second-factor.ts";
import { adminSettings } from "./admin-settings.ts";
import { adminSingleSignOn } from "./admin-single-sign-on.ts";
import { adminTenants } from "./admin-tenants.ts";
import { adminTraces } from "./admin-traces.ts";
import { adminWebhooks } from "./admin-webhooks.ts";
import { comments } from "./comments.ts";
import { connections } from "./connections.ts";
import { documents } from "./documents.ts";
import { exceptions } from "./exceptions.ts";
import { invitations } from "./invitations.ts";
import { links } from "./links.ts";
import { mentions } from "./mentions.ts";
import type { Operation } from "./operation.ts";
import { people } from "./people.ts";
import { requirements } from "./requirements.ts";
import { resets } from "./resets.ts";
import { reviews } from "./reviews.ts";
import { runs } from "./runs.ts";
import { search } from "./search.ts";
import { service } from "./service.ts";
import { session } from "./session.ts";
import { signOffs } from "./sign-offs.ts";
import { sources } from "./sources.ts";
import { tasks } from "./tasks.ts";

export { descriptionOf, roleNeeded } from "./description-of.ts";
export { ERRORS_OF_EVERY_REQUEST, errorsOf } from "./errors-of.ts";
export { REQUEST_HEADERS, RESPONSE_HEADERS, type RequestHeader, type ResponseHeader } from "./headers.ts";
export type { Content, Operation, OperationSpec, Shape } from "./operation.ts";
export { TAGS, type TagName, tagOf } from "./tags.ts";

const own = {
  session,
  documents,
  sources,
  requirements,
  search,
  runs,
  reviews,
  invitations,
  resets,
  links,
  connections,
  comments,
  mentions,
  people,
  exceptions,
  signOffs,
  tasks,
  service,
} as const;

const admin = {
  accessRecords: adminAccessRecords,
  apiKeys: adminApiKeys,
  audit: adminAudit,
  bindings: adminBindings,
  connections: adminConnections,
  corpus: adminCorpus,
  deployment: adminDeployment,
  documents: adminDocuments,
  events: adminEvents,
  goldenSet: adminGoldenSet,
  invitations: adminInvitations,
  members: adminMembers,
  models: adminModels,
  overview: adminOverview,
  packs: adminPacks,
  persons: adminPersons,
  resets: adminResets,
  retrievalVersions: adminRetrievalVersions,
  reviewers: adminReviewers,
  runs: adminRuns,
  scim: adminScim,
  ocrLanguages: adminOcrLanguages,
  residency: adminResidency,
  secondFactor: adminSecondFactor,
  settings: adminSettings,
  singleSignOn: adminSingleSignOn,
  tenants: adminTenants,
  erasures: adminErasures,
  retention: adminRetention,
  traces: adminTraces,
  webhooks: adminWebhooks,
} as const;

/** Every operation of the API, where its id says: `operations.admin.packs.list` is `admin.packs.list`. */
export const operations = { ...own, admin } as const;

/** The same as a list. */
export const OPERATIONS: readonly Operation[] = [own, admin].flatMap((groups) =>
  Object.values<Readonly<Record<string, Operation>>>(groups).flatMap((group) => Object.values(group)),
);
