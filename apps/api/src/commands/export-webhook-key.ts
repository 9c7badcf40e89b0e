import { findLocalSecretKeys } from "@assay/embedded/local-secret-box";
import { secretKeysToText } from "@assay/embedded/secret-box";
import { SECRET_KEY_FOLDER } from "../data-folder.ts";
import { printKeptKeys } from "./print-kept-keys.ts";

await printKeptKeys({
  setting: "WEBHOOK_SECRET_KEY",
  folder: SECRET_KEY_FOLDER,
  find: findLocalSecretKeys,
  toText: secretKeysToText,
});
