import { createRequire } from "node:module";
import { dirname, join } from "node:path";

// Reads the words of an image by tesseract.js alone: bare-tesseract.ts <image>; prints what the process costs.
const { resolve } = createRequire(import.meta.resolve("@assay/reader/ocr"));
const { createWorker, OEM } = (await import(resolve("tesseract.js"))).default;
const worker = await createWorker("eng", OEM.LSTM_ONLY, {
  langPath: join(dirname(resolve("@tesseract.js-data/eng/package.json")), "4.0.0_best_int"),
  ...{ gzip: true, cacheMethod: "none" },
});
const { data } = await worker.recognize(process.argv[2], {}, { text: true, blocks: true });
const { user, system } = process.cpuUsage();
const peakMb = process.resourceUsage().maxRSS / 1024;
console.log(JSON.stringify({ cpuMs: (user + system) / 1000, peakMb, words: data.text.split(/\s+/).length }));
await worker.terminate();
