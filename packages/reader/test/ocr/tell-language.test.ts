import { expect, test } from "vitest";
import { tellLanguage } from "../../src/ocr/child/tell-language.ts";

test.each([
  ["swe", "Alla konton ska granskas varje kvartal av systemägaren, och de som inte längre används ska stängas."],
  ["dan", "Alle konti gennemgås hvert kvartal af systemejeren, og de konti, der ikke længere bruges, lukkes straks."],
  ["nor", "Alle kontoer skal gjennomgås hvert kvartal av systemeieren, og de som ikke lenger brukes, skal stenges."],
  ["fin", "Järjestelmän omistaja tarkistaa kaikki käyttäjätilit neljännesvuosittain ja sulkee tarpeettomat tilit."],
  ["pol", "Wszystkie konta są sprawdzane co kwartał przez właściciela systemu, a konta nieużywane są zamykane."],
  ["ces", "Všechny účty jsou každé čtvrtletí kontrolovány vlastníkem systému a nepoužívané účty jsou uzavřeny."],
  ["hun", "A rendszer tulajdonosa minden negyedévben ellenőrzi az összes fiókot, és lezárja a nem használtakat."],
  [
    "ron",
    "Toate conturile sunt verificate în fiecare trimestru de proprietarul sistemului și cele nefolosite sunt închise.",
  ],
  ["tur", "Tüm hesaplar her üç ayda bir sistem sahibi tarafından gözden geçirilir ve kullanılmayanlar kapatılır."],
  ["ukr", "Усі облікові записи щокварталу перевіряє власник системи, а ті, що більше не використовуються, закривають."],
  ["deu", "Alle Konten werden jedes Quartal vom Eigentümer des Systems geprüft, und unbenutzte werden geschlossen."],
])("%s is told where its data is among those that are looked for", (language, text) => {
  expect(tellLanguage(text, ["eng", language])).toBe(language);
  expect(tellLanguage(text, ["eng"])).toBeNull();
});
