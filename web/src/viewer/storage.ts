/** What this browser stores for the page. Storage may be blocked; the page works without it. */
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
    // then it is lost with the page
  }
}
