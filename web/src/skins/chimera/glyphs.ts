// Line icons that only this table needs, in a box of 24. One thing has one icon, wherever it is named.

export const GLYPHS = {
  bid: "M4 4.5h16v11.5h-9L6.5 20v-4H4z",
  trap: "M4.5 6v12M9.5 6v12M14.5 6v12M19.5 6v12",
  attack: "M13.5 3 5.5 13.5H11L9.5 21 18.5 10H12.5z",
  idle: "M6 3.5h12M6 20.5h12M7.5 3.5c0 5 4 6 4.5 8.5.5-2.5 4.5-3.5 4.5-8.5M7.5 20.5c0-5 4-6 4.5-8.5.5 2.5 4.5 3.5 4.5 8.5",
  flag: "M6 21V4M6 5h12l-3 4 3 4H6",
  swap: "M4 8h14l-4-4M20 16H6l4 4",
  check: "M5 12.5l4.5 4.5L19 7",
  past: "M4 12a8 8 0 1 0 2.5-5.8M4 3v4.5h4.5M12 8v4.5l3 2",
  help: "M12 3a9 9 0 1 0 .01 0M9.4 9.5c.2-3.4 5.4-3.2 5.2.1-.1 2-2.6 2.2-2.6 4.2M12 16.9v.3",
} as const;

export type GlyphName = keyof typeof GLYPHS;
