import { Hono } from "hono";
import type { ApiEnv } from "../variables.ts";
import { admin } from "./admin.ts";
import { corpus } from "./admin-corpus.ts";
import { retrievalVersions } from "./admin-retrieval-versions.ts";
import { documents } from "./documents.ts";
import { requirements } from "./requirements.ts";
import { runs } from "./runs.ts";
import { tasks } from "./tasks.ts";
import { upload } from "./upload.ts";

/** All of the API; `upload` stands before `documents`, whose `/:id` would take its path. */
export const routes = new Hono<ApiEnv>()
  .route("/", upload)
  .route("/", documents)
  .route("/", requirements)
  .route("/", runs)
  .route("/", tasks)
  .route("/", admin)
  .route("/", retrievalVersions)
  .route("/", corpus);
