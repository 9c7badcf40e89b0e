import { expect, test } from "vitest";
import { tellLanguages } from "../../src/assessments/meaning/tell-languages.ts";

test.each([
  ["de", "Die Brandschutzhelfer werden alle drei Jahre geschult."],
  ["fr", "Les sauvegardes sont conservées hors site."],
  ["es", "Los extintores se revisan cada tres meses."],
  ["it", "Le copie di sicurezza sono provate ogni tre mesi."],
  ["pt", "As cópias são testadas a cada três meses pela equipe."],
  ["nl", "De noodverlichting wordt elke maand getest door het team."],
  ["pl", "Kopie zapasowe są testowane co miesiąc przez zespół."],
  ["ja", "バックアップは毎月 S3 に保存され、復元が確認されます。"],
  ["ru", "Резервные копии проверяются каждый месяц."],
  ["zh", "备份每月测试一次。"],
])("a short sentence in another language (%s) is told", (language, text) => {
  expect(tellLanguages(text)).toContain(language);
  expect(tellLanguages(text)).not.toContain("en");
});

test.each([
  "Approved by Jan van der Berg and María de la Cruz.",
  "The café in São Paulo keeps its door log until 31 December.",
  "Signed: José Muñoz, São João, Łódź",
  "The Datenschutzbeauftragte (DPO) is named in the register.",
  "The motto is 'wer nicht fragt, bleibt dumm', and all staff are told so.",
  "Angle α is measured once a year; 山田 signs.",
  "2026-03-01 02:00 backup job=42 host=erp-db2 full status=ok",
  '{"public-access": "blocked", "die": 2, "min_length": 14}',
  "Night porter: Mon 22:00 pendant tested, ok; Tue 22:05 pendant tested, ok",
  "MFA: on",
  "",
])("a text that may be English is not taken for another language: %s", (text) => {
  expect(tellLanguages(text).filter((language) => language !== "en")).toEqual([]);
});
