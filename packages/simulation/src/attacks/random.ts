/** Gives numbers in [0, 1). */
export type Random = () => number;

/** Numbers that follow from a seed (SplitMix32). */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}

/** A number between two bounds. */
export const between = (random: Random, low: number, high: number): number => low + random() * (high - low);

/** One of several, each as likely. */
export const oneOf = <Item>(random: Random, items: readonly [Item, ...Item[]]): Item =>
  items[Math.floor(random() * items.length)] ?? items[0];
