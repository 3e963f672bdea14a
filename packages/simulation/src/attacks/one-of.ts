import type { Random } from '../random.ts';

/** One of several, each as likely. */
export const oneOf = <Item>(random: Random, items: readonly [Item, ...Item[]]): Item =>
  items[Math.floor(random() * items.length)] ?? items[0];
