import { create } from "@bufbuild/protobuf";
import { Phase, UpdateSchema } from "@chieu/client";
import { expect, test } from "vitest";
import { Course, lineOf } from "../src/frame/course";

const after = (deal: number, phase: Phase, ...scores: number[]) =>
  create(UpdateSchema, { state: { deal, phase, scores } });

test("the course has what everybody began with, and the scores after each deal, once", () => {
  const course = new Course("table");
  course.add(after(0, Phase.GATHERING, 100, 100));
  course.add(after(1, Phase.PLAYING, 100, 100));
  course.add(after(1, Phase.PLAYING, 100, 100));
  course.add(after(1, Phase.BETWEEN, 110, 90));
  course.add(after(2, Phase.PLAYING, 110, 90));
  expect(course.add(after(2, Phase.FINISHED, 95, 105))).toEqual([
    { deal: 0, scores: [100, 100] },
    { deal: 1, scores: [110, 90] },
    { deal: 2, scores: [95, 105] },
  ]);
});

test("lines run from the first deal to the last and from the least to the most; a newcomer's begins later", () => {
  const course = [
    { deal: 0, scores: [100, 100] },
    { deal: 1, scores: [110, 90] },
    { deal: 2, scores: [100, 90, 100] },
  ];
  expect(lineOf(course, 0)).toBe("4,36 120,4 236,36");
  expect(lineOf(course, 1)).toBe("4,36 120,68 236,68");
  expect(lineOf(course, 2)).toBe("236,36");
});

test("a match that stands even is a flat line", () => {
  expect(
    lineOf(
      [0, 1].map((deal) => ({ deal, scores: [7, 7] })),
      1,
    ),
  ).toBe("4,4 236,4");
});
