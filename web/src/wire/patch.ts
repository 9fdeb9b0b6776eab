/**
 * JSON merge patch, RFC 7386: members of `patch` replace those of `target`, null removes, objects merge. Nothing is
 * changed in place.
 */
export function merge(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const out: Record<string, unknown> = isObject(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete out[key];
    else out[key] = merge(out[key], value);
  }
  return out;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The hash by which page and server check that they have the same view: CRC-32 of its canonical JSON
 * (docs/protocol.md).
 */
export function viewHash(view: object): string {
  const kept = Object.fromEntries(Object.entries(view).filter(([, part]) => part !== null && part !== undefined));
  const bytes = new TextEncoder().encode(JSON.stringify(kept, sorted));
  let crc = ~0;
  for (const byte of bytes) crc = (crc >>> 8) ^ (CRC[(crc ^ byte) & 255] ?? 0);
  return (~crc >>> 0).toString(16).padStart(8, "0");
}

const CRC = Int32Array.from({ length: 256 }, (_, n) => {
  for (let bit = 0; bit < 8; bit++) n = n & 1 ? (n >>> 1) ^ 0xedb88320 : n >>> 1;
  return n;
});

/** For JSON.stringify: sorts the members of every object by their names. */
function sorted(_: string, value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
