/**
 * Does a media query hold now? Call while a component is set up. Svelte's own MediaQuery would be sent with every page.
 */
export function holds(query: string): { readonly current: boolean } {
  const list = matchMedia(query);
  let current = $state(list.matches);
  $effect(() => {
    const change = (): void => void (current = list.matches);
    list.addEventListener("change", change);
    return () => list.removeEventListener("change", change);
  });
  return {
    get current() {
      return current;
    },
  };
}
