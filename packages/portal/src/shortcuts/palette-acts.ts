import { useEffect, useRef } from 'react';
import { createStore } from '../service/store.ts';

/** An act of the open page, as the palette offers it. */
export type PaletteAct = { id: string; words: string; run(): void };

/** Acts that the open page offers now. */
export const paletteActs = createStore<readonly PaletteAct[]>([]);

/** Offers acts in the palette while the component is mounted. Their `run` may change at each render, their ids and words tell them apart. */
export function usePaletteActs(acts: readonly PaletteAct[]): void {
  const latest = useRef(acts);
  useEffect(() => {
    latest.current = acts;
  });
  const shape = acts.map(({ id, words }) => `${id}\n${words}`).join('\n\n');
  useEffect(() => {
    const offered = acts.map(({ id, words }) => ({
      id,
      words,
      run: () => latest.current.find((act) => act.id === id)?.run(),
    }));
    paletteActs.write([...paletteActs.read(), ...offered]);
    return () => paletteActs.write(paletteActs.read().filter((act) => !offered.includes(act)));
  }, [shape]);
}
