/** What the start page tells the table page of this tab: its visitor has made the table and wants to sit at it. */
const key = (table: string): string => `stich.made.${table}`;

export function rememberMade(table: string): void {
  try {
    sessionStorage.setItem(key(table), "1");
  } catch {
    // without storage he sits down by a click
  }
}

/** Once: whoever leaves the seat later is not put back. */
export function wantsSeat(table: string): boolean {
  try {
    const wants = sessionStorage.getItem(key(table)) !== null;
    sessionStorage.removeItem(key(table));
    return wants;
  } catch {
    return false;
  }
}
