import {
  AssayError,
  DocumentError,
  ERROR_CATALOGUE,
  FETCH_ERROR_CATALOGUE,
  FetchError,
  MODEL_ERROR_CATALOGUE,
  ModelError,
} from "@assay/contract";
import { Outage } from "./outage.ts";

/** Decided from the error's code; what has none is unknown and worth another try. */
export function isTransient(error: unknown): boolean {
  if (error instanceof DocumentError) return false;
  if (error instanceof FetchError) return FETCH_ERROR_CATALOGUE[error.code].transient;
  if (error instanceof ModelError) return MODEL_ERROR_CATALOGUE[error.code].transient;
  if (error instanceof AssayError) return ERROR_CATALOGUE[error.code].transient;
  return true;
}

/** Whether it may come from an outage of a model as well as from what the model was asked. */
export function isUnclear(error: unknown): boolean {
  return error instanceof ModelError && MODEL_ERROR_CATALOGUE[error.code].fault === "unclear";
}

/** A code that may be shown and stored: never an error's text. */
export function errorCode(error: unknown): string {
  if (error instanceof Outage) return error.code;
  if (
    error instanceof DocumentError ||
    error instanceof FetchError ||
    error instanceof ModelError ||
    error instanceof AssayError
  )
    return error.code;
  if (error instanceof Error && error.name === "TimeoutError") return "TIMEOUT";
  return "INTERNAL_ERROR";
}
