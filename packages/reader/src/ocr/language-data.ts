import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const { resolve } = createRequire(import.meta.url);

/** The folder with the data of a language; null where its package is not installed. */
export function findLanguageData(language: string): string | null {
  try {
    const folder = join(dirname(resolve(`@tesseract.js-data/${language}/package.json`)), "4.0.0_best_int");
    return existsSync(join(folder, `${language}.traineddata.gz`)) ? folder : null;
  } catch {
    return null;
  }
}

/** Throws TypeError for a language whose data is not installed. */
export function requireLanguageData(languages: readonly string[]): void {
  for (const language of languages) {
    if (!/^[a-z_]+$/i.test(language) || !findLanguageData(language)) {
      throw new TypeError(
        `Cannot read language '${language}' because its data is not installed: add the package '@tesseract.js-data/${language}'`,
      );
    }
  }
}
