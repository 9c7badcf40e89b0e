// Opens the data folder that it is given once a line arrives, says whether it owns it, and keeps it until it is ended.
import { openDataFolder } from "../../src/data-folder.ts";

process.stdout.write("ready\n");
process.stdin.once("data", () => {
  openDataFolder(process.argv[2]!).then(
    () => process.stdout.write("owner\n"),
    (error: Error) => process.stdout.write(`${error.name}\n`),
  );
});
