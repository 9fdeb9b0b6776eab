/** What this browser keeps for the page. Storage may be forbidden; the page works without. */
const nameOf = (key: string): string => `stich.${key}`;

export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(nameOf(key));
  } catch {
    return null;
  }
}

export function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(nameOf(key), value);
  } catch {
    // forgotten with the page, then
  }
}
