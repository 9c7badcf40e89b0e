import { z } from "zod";
import { ERROR_HELP_PATH } from "../errors.ts";
import { defineOperations } from "./define-operations.ts";

/** What is served without a token. */
export const service = defineOperations("service", {
  live: {
    method: "GET",
    path: "/healthz",
    role: null,
    summary: "Says that the process is up",
    responses: { 200: z.strictObject({ status: z.literal("up") }) },
  },
  ready: {
    method: "GET",
    path: "/readyz",
    role: null,
    summary: "Says whether the database, the storage and the keys respond",
    responses: { 200: z.strictObject({ status: z.literal("ready"), parts: z.array(z.string()) }) },
    errors: ["SERVICE_UNAVAILABLE"],
  },
  checkpointKeys: {
    method: "GET",
    path: "/.well-known/assay-checkpoint-keys.json",
    role: null,
    summary: "Lists the keys whose audit checkpoints are valid, the current one first",
    responses: { 200: "CheckpointKeyListReply" },
  },
  deployment: {
    method: "GET",
    path: "/.well-known/assay-deployment.json",
    role: null,
    summary: "Returns whether there is a tenant to sign in to, and whether nothing may be changed now",
    responses: { 200: "Deployment" },
  },
  openapi: {
    method: "GET",
    path: "/api/openapi.json",
    role: null,
    summary: "Returns this document",
    responses: { 200: { "application/json": "json" } },
    revalidated: true,
  },
  errorHelp: {
    method: "GET",
    path: ERROR_HELP_PATH,
    role: null,
    summary: "Shows the help for every error code",
    responses: { 200: { "text/html": "text" } },
  },
});
