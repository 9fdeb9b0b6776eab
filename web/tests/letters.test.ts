import { describe, expect, test } from "vitest";
import { lettersIn } from "../src/stage/letters";

const letters = (n: number): string => "x".repeat(n);

describe("the letters of a message", () => {
  test("are as large as its place allows", () => {
    expect(lettersIn([letters(20), letters(60)], 600, 60)).toBe(15);
    const sizes = [40, 80, 120, 160].map((n) => lettersIn([letters(20), letters(n)], 260, 70));
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
    expect(sizes.at(-1)).toBeLessThan(sizes[0]!);
  });

  test("are never too small to be read, and no sum of nothing", () => {
    expect(lettersIn([letters(30), letters(400)], 200, 40)).toBe(11);
    expect(lettersIn(["what"], 0, 0)).toBe(11);
    expect(lettersIn([], 300, 50)).toBe(15);
  });

  test("have a line of their own for what to do; what follows is one text", () => {
    const [what, why, more] = [letters(30), letters(30), letters(30)];
    expect(lettersIn([what, why, more], 300, 60)).toBe(lettersIn([what, `${why} ${more}`], 300, 60));
  });
});
