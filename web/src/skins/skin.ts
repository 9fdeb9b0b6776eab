/** What one game adds to the page. A game needs none. */
export interface Skin {
  /** A picture for a line of the score sheet by its text key, as SVG; "" for none. */
  picture(key: string): string;
  /** The section of the rules that explains a line, or the name of a zone or a fact, by its text key; "" for none. */
  section(key: string): string;
}
