import { Hono } from "hono";
import type { ApiEnv } from "../variables.ts";
import { adminAccessRecords } from "./admin-access-records.ts";
import { adminApiKeys } from "./admin-api-keys.ts";
import { adminAudit } from "./admin-audit.ts";
import { corpus } from "./admin-corpus.ts";
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
import { retrievalVersions } from "./admin-retrieval-versions.ts";
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
import { links } from "./links.ts";
import { people } from "./people.ts";
import { requirements } from "./requirements.ts";
import { resumableUploads } from "./resumable-uploads.ts";
import { reviews } from "./reviews.ts";
import { runs } from "./runs.ts";
import { search } from "./search.ts";
import { session } from "./session.ts";
import { signOffs } from "./sign-offs.ts";
import { sources } from "./sources.ts";
import { tasks } from "./tasks.ts";
import { upload } from "./upload.ts";

/** All of the API; uploads are before `documents`, whose `/:id` would take their paths. */
export const routes = new Hono<ApiEnv>()
  .route("/", upload)
  .route("/", resumableUploads)
  .route("/", documents)
  .route("/", sources)
  .route("/", requirements)
  .route("/", runs)
  .route("/", reviews)
  .route("/", links)
  .route("/", connections)
  .route("/", comments)
  .route("/", people)
  .route("/", exceptions)
  .route("/", signOffs)
  .route("/", tasks)
  .route("/", search)
  .route("/", session)
  .route("/", adminAccessRecords)
  .route("/", adminAudit)
  .route("/", adminTraces)
  .route("/", adminOcrLanguages)
  .route("/", adminSecondFactor)
  .route("/", adminSettings)
  .route("/", adminTenants)
  .route("/", adminErasures)
  .route("/", adminDeployment)
  .route("/", adminPersons)
  .route("/", adminDocuments)
  .route("/", adminInvitations)
  .route("/", adminMembers)
  .route("/", adminResets)
  .route("/", adminReviewers)
  .route("/", adminGoldenSet)
  .route("/", adminApiKeys)
  .route("/", adminWebhooks)
  .route("/", adminEvents)
  .route("/", adminSingleSignOn)
  .route("/", adminScim)
  .route("/", adminRuns)
  .route("/", adminOverview)
  .route("/", adminModels)
  .route("/", adminResidency)
  .route("/", adminRetention)
  .route("/", adminPacks)
  .route("/", retrievalVersions)
  .route("/", corpus);
