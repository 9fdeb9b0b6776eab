// @vitest-environment node
import { expect, test } from "vitest";
import { merge, viewHash } from "../src/wire/patch";

// the examples of RFC 7386, appendix A
test.each([
  [{ a: "b" }, { a: "c" }, { a: "c" }],
  [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }],
  [{ a: "b" }, { a: null }, {}],
  [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
  [{ a: ["b"] }, { a: "c" }, { a: "c" }],
  [{ a: "c" }, { a: ["b"] }, { a: ["b"] }],
  [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
  [{ a: [{ b: "c" }] }, { a: [1] }, { a: [1] }],
  [["a", "b"], ["c", "d"], ["c", "d"]],
  [{ a: "b" }, ["c"], ["c"]],
  [{ a: "foo" }, null, null],
  [{ a: "foo" }, "bar", "bar"],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: "b", c: null }, { a: "b" }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
])("%j patched by %j", (target, patch, result) => {
  const before = JSON.stringify(target);
  expect(merge(target, patch)).toEqual(result);
  expect(JSON.stringify(target)).toBe(before);
});

test("what a patch does not touch stays the same object", () => {
  const target = { zones: { a: [1], b: [2] }, facts: {} };
  const next = merge(target, { zones: { a: [] } }) as typeof target;
  expect(next.zones.b).toBe(target.zones.b);
  expect(next.facts).toBe(target.facts);
});

// the same examples as in tests/server/test_view_hash.py
test.each([
  [{}, "a3a6bf43"],
  [{ b: 1, a: [2, { d: -1, c: "x" }], window: null }, "01b74991"],
  [{ a: [2, { c: "x", d: -1 }], b: 1 }, "01b74991"],
  [{ name: "Zoë \"Ő\" 卡\u{1F0A1}", zones: { "hand.1": [255], den: [] }, undo: false }, "0925568e"],
])("the hash of %j", (view, hash) => {
  expect(viewHash(view)).toBe(hash);
});
