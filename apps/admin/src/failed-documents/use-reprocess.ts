import type { ReprocessChoice, Reprocessed } from "@assay/client/admin";
import type { UseMutationResult } from "@tanstack/react-query";

export type ReprocessAct = UseMutationResult<Reprocessed, Error, ReprocessChoice>;
