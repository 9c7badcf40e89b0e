import { measureEmbedding } from "./measure-embedding.ts";
import { measurePdf } from "./measure-pdf.ts";
import { measureProcesses } from "./measure-processes.ts";
import { measureRetrieval } from "./measure-retrieval.ts";
import { measureUpload } from "./measure-upload.ts";
import { type BenchedService, startService } from "./start-service.ts";
import { withDatabase } from "./with-database.ts";

const line = (what: string, value: string) => console.log(`${what.padEnd(34)} ${value}`);
const rounded = (value: number) => value.toFixed(value < 10 ? 2 : 0);

async function printRetrieval(database: string, service: BenchedService): Promise<void> {
  for (const wanted of [1000, 10_000]) {
    const { chunks, msPerRequirement } = await measureRetrieval(service, wanted);
    line(`retrieval, ${chunks} chunks, ${database}`, `${rounded(msPerRequirement)} ms a requirement`);
  }
}

line("embedding", `${rounded(await measureEmbedding())} chunks/s`);
{
  await using service = await startService();
  const upload = await measureUpload(service);
  line(
    "upload of 100 MB",
    `${rounded(upload.uploadMbs)} MB/s = ${rounded(upload.uploadMbs / upload.bareMbs)} of bare hash and write, ${rounded(upload.bareMbs)} MB/s`,
  );
  line(
    "memory grown by that upload",
    upload.grownMb === null ? "not known off Linux" : `${rounded(upload.grownMb)} MB`,
  );
  const pdf = await measurePdf(service);
  line(
    "pdf, upload to READY",
    `${rounded(pdf.servicePages)} pages/s = ${rounded(pdf.servicePages / pdf.barePages)} of the bare extractor's ${rounded(pdf.barePages)}`,
  );
  await printRetrieval("embedded", service);
}
const server = process.env.ASSAY_TEST_POSTGRES_URL;
if (!server) line("retrieval on PostgreSQL", "left out, as are many processes: set ASSAY_TEST_POSTGRES_URL");
else
  await withDatabase(server, async (settings) => {
    await using service = await startService(settings);
    await printRetrieval("PostgreSQL", service);
  });
if (server)
  await withDatabase(server, async (settings) => {
    const { one, many } = await measureProcesses(settings);
    line(
      "requirements a second, 3 processes",
      `${rounded(many)} = ${rounded(many / one)} times those of one, ${rounded(one)}`,
    );
  });
