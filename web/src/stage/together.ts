/**
 * Cards in groups: those that one of these sentences named together, such as a declaration, if all of them are there;
 * else each lies with the other single ones.
 */
export function together(faces: readonly number[], named: readonly (readonly number[])[]): number[][] {
  const several = named.filter((cards) => cards.length > 1 && cards.every((card) => faces.includes(card)));
  const groups = new Map<readonly number[] | null, number[]>();
  for (const face of faces) {
    const by = several.find((cards) => cards.includes(face)) ?? null;
    groups.set(by, [...(groups.get(by) ?? []), face]);
  }
  return [...groups.values()];
}
