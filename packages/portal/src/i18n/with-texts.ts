import { loadTexts } from './load-texts.ts';
import type { Stage } from './texts.ts';
import { languageStore } from './use-texts.ts';

/** Fetches a part of the page together with the texts that it speaks. */
export async function withTexts<Part>(part: Promise<Part>, ...stages: Stage[]): Promise<Part> {
  // Both at once: a part that fails before its texts are there fails the whole.
  const [loaded] = await Promise.all([
    part,
    ...stages.map((stage) => loadTexts(languageStore.read(), stage)),
  ]);
  return loaded;
}
