import { expect, test } from 'vitest';
import { openStage } from '../src/stage/children.ts';
import { smoke } from '../src/trials/smoke.ts';

const LONG_MS = 720_000;

test(
  'the primary dies and its standby is promoted: every acknowledged create is there once, each answer is in the contract, and both nodes heal (S16, S21)',
  async () => {
    const lines: string[] = [];
    const stage = await openStage(new AbortController().signal, (line) => void lines.push(line));
    try {
      const { verdicts, figures } = await smoke.run(stage, { ...smoke.usual, seed: 1 });
      expect(figures.filter(({ isMet }) => isMet === false)).toEqual([]);
      expect(verdicts['promotion']).toMatchObject({ lost: 0, doubled: 0, outsideContract: 0 });
      // The fault was one: creates were refused meanwhile, and there were many before and after.
      expect(verdicts['promotion']?.answers['500 50001']).toBeGreaterThan(0);
      expect(verdicts['promotion']?.acknowledged).toBeGreaterThan(100);
    } finally {
      await stage.close();
    }
  },
  LONG_MS,
);
