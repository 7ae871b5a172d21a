import { readdirSync, readFileSync } from "node:fs";
import { Reason } from "@chieu/client";
import * as chan from "@chieu/client/chan";
import * as tan from "@chieu/client/tan";
import * as tonk from "@chieu/client/tonk";
import { describe, expect, test } from "vitest";
import { allGames } from "../src/games";
import en from "../src/words/en.json";
import vi from "../src/words/vi.json";

const books = [
  { name: "the frame", en, vi },
  ...allGames().map(({ name, words }) => ({ name, en: words["en"] ?? {}, vi: words["vi"] ?? {} })),
];
const every: Record<string, string> = Object.assign({}, ...books.map((book) => book.en));
const gaps = (text: string): Set<string> => new Set([...text.matchAll(/\{\w+\}/g)].map(([gap]) => gap));

describe.each(books)("the words of $name", (book) => {
  test("are the same sentences in both languages, with the same gaps", () => {
    const vietnamese = book.vi as Record<string, string>;
    expect(new Set(Object.keys(vietnamese))).toEqual(new Set(Object.keys(book.en)));
    for (const [key, text] of Object.entries(book.en)) {
      expect(gaps(vietnamese[key] ?? ""), key).toEqual(gaps(text));
    }
  });
});

test("every sentence that the page names is there", () => {
  const sources = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name));
  const said = sources.flatMap((name) =>
    [...readFileSync(`src/${name}`, "utf8").matchAll(/\bsay\("([\w.]+)"/g)].map(([, key]) => key ?? ""),
  );
  expect(said.length).toBeGreaterThan(100);
  expect(said.filter((key) => !(key in every))).toEqual([]);
});

test("every refusal has plain words", () => {
  const names = (kind: object): string[] =>
    Object.keys(kind).filter((name) => Number.isNaN(Number(name)) && name !== "UNSPECIFIED");
  expect(names(Reason).filter((name) => !(`refusal.${name}` in every))).toEqual([]);
  for (const [game, rules] of Object.entries({ tan: tan.Rule, chan: chan.Refusal, tonk: tonk.Rule })) {
    expect(names(rules).filter((name) => !(`${game}.rule.${name}` in every))).toEqual([]);
  }
});

test("every end of a hand of Tonk, and every payment, has plain words", () => {
  const numbers = (kind: object): number[] => Object.values(kind).filter((value) => typeof value === "number" && value);
  for (const reason of numbers(tonk.EndReason)) {
    expect([`tonk.end.${reason}`, `tonk.ended.${reason}`].filter((key) => !(key in every))).toEqual([]);
  }
  const paid = numbers(tonk.PaidFor).filter((reason) => reason !== tonk.PaidFor.TONK);
  expect(paid.filter((reason) => !(`tonk.paid.${reason}` in every))).toEqual([]);
  expect(["initial", "1", "2"].filter((how) => !(`tonk.paid.${tonk.PaidFor.TONK}.${how}` in every))).toEqual([]);
});

test("every option and preset is explained in a line", () => {
  for (const { name, fields, presets } of allGames()) {
    const keys = [...fields.map((field) => `option.${field.name}`), ...presets.map((one) => `preset.${one.name}`)];
    expect(keys.filter((key) => !(`${name}.${key}` in every && `${name}.${key}.help` in every))).toEqual([]);
  }
});

test("every cước has its name and what it is given for", () => {
  const cuoc = Object.values(chan.Cuoc).filter((value) => typeof value === "number");
  expect(cuoc.filter((one) => !(`chan.cuoc.${one}` in every && `chan.cuoc.${one}.help` in every))).toEqual([]);
});
