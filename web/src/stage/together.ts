/**
 * Cards in groups: those that one of these sentences named together, such as a declaration, if all of them are there;
 * else each lies with the other single ones. Of equal cards each is named once: two equal declarations are two groups.
 */
export function together(faces: readonly number[], named: readonly (readonly number[])[]): number[][] {
  const by = faces.map(() => -1); // the sentence of each
  named.forEach((cards, n) => {
    if (cards.length < 2 || !cards.every((card) => faces.includes(card))) return;
    for (const card of cards) {
      const at = faces.findIndex((face, i) => face === card && by[i] === -1);
      if (at >= 0) by[at] = n;
    }
  });
  const groups = new Map<number, number[]>();
  faces.forEach((face, i) => groups.set(by[i]!, [...(groups.get(by[i]!) ?? []), face]));
  return [...groups.values()];
}
