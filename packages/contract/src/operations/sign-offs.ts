import { signOffBody, withdrawSignOffBody } from "../sign-offs.ts";
import { defineOperations } from "./define-operations.ts";

export const signOffs = defineOperations("signOffs", {
  list: {
    method: "GET",
    path: "/api/runs/:runId/sign-offs",
    role: "VIEWER",
    link: ["READ"],
    summary: "Lists every act of a run's sign-off, in order",
    responses: { 200: "SignOffPage" },
    errors: ["INTEGRITY_ERROR"],
  },
  sign: {
    method: "POST",
    path: "/api/runs/:runId/sign-offs",
    role: "MEMBER",
    member: "sign a run",
    fresh: "ACTION",
    summary: "Signs a run, or declines to",
    description:
      "PREPARED, REVIEWED and APPROVED in this order, the later two by another person than the first. While a signature is, the run's reviews are closed.",
    body: signOffBody,
    responses: { 201: "SignOffReply" },
    errors: ["INVALID_STATE", "INTEGRITY_ERROR", "SERVICE_UNAVAILABLE"],
  },
  withdraw: {
    method: "POST",
    path: "/api/runs/:runId/sign-offs/:signOffId/withdraw",
    role: "MEMBER",
    member: "sign a run",
    fresh: "ACTION",
    summary: "Withdraws a signature and the later ones with it",
    description: "By its signer, or an ADMIN. The reply is the signed act that ends it.",
    body: withdrawSignOffBody,
    responses: { 201: "SignOffReply" },
    errors: ["INVALID_STATE", "INTEGRITY_ERROR", "SERVICE_UNAVAILABLE"],
  },
});
