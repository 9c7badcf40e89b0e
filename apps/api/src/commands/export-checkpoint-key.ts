import { keysToText } from "@assay/embedded/key-signer";
import { findLocalKeys } from "@assay/embedded/local-signer";
import { CHECKPOINT_KEY_FOLDER } from "../data-folder.ts";
import { printKeptKeys } from "./print-kept-keys.ts";

await printKeptKeys({
  setting: "CHECKPOINT_SIGNING_KEY",
  folder: CHECKPOINT_KEY_FOLDER,
  find: findLocalKeys,
  toText: keysToText,
});
