/** A note from the start page for the table page of this tab: its visitor has made the table and wants to sit at it. */
const WANTS = "wants a seat";
const SEATED = "seated";
const key = (table: string): string => `stich.made.${table}`;

export function rememberMade(table: string): void {
  try {
    sessionStorage.setItem(key(table), WANTS);
  } catch {
    // without storage they sit down by a click
  }
}

/** Has the visitor of this tab made the table? */
export function hasMade(table: string): boolean {
  try {
    return sessionStorage.getItem(key(table)) !== null;
  } catch {
    return false;
  }
}

/** Will they sit down as soon as the table is there? */
export function willSit(table: string): boolean {
  try {
    return sessionStorage.getItem(key(table)) === WANTS;
  } catch {
    return false;
  }
}

/** Once: a person who leaves the seat later is not put back. */
export function wantsSeat(table: string): boolean {
  try {
    const wants = sessionStorage.getItem(key(table)) === WANTS;
    if (wants) sessionStorage.setItem(key(table), SEATED);
    return wants;
  } catch {
    return false;
  }
}
