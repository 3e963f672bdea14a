import { createHash } from 'node:crypto';
import { presentAttack } from '@titular/simulation/attacks/attack-frames.ts';
import { layoutOf, yawReading } from '@titular/simulation/attacks/face-layout.ts';
import { DRAWN_SPECIES, type DrawnSpecies } from '@titular/simulation/attacks/species.ts';
import type { ReadFace } from '@titular/simulation/attacks/tune-instrument.ts';
import { describe, expect, test } from 'vitest';
import { drawnFace } from './drawn-face.ts';

const SPECIES = Object.keys(DRAWN_SPECIES) as DrawnSpecies[];
const TURNING = ['plane', 'cylinder', 'ellipsoid', 'liquify'] as const;
const digest = (pixels: Uint8Array): string => createHash('sha256').update(pixels).digest('hex');

describe('an attack from one photograph', () => {
  const shown = async (species: DrawnSpecies, seed: number): Promise<string> => {
    const attack = await presentAttack(species, drawnFace(), seed);
    attack.frameAt('front', 0);
    return digest(attack.frameAt('left', 0.5).picture.pixels);
  };

  test.for(SPECIES)('%s: the same seed gives the same pictures (R59)', async (species) => {
    expect(await shown(species, 5)).toBe(await shown(species, 5));
  });

  test('another seed gives other pictures', async () => {
    expect(await shown('still', 6)).not.toBe(await shown('still', 5));
  });

  test.for(TURNING)('%s: the nose reads as turned to the side that is asked for', async (species) => {
    const attack = await presentAttack(species, drawnFace(), 3);
    attack.frameAt('front', 0);
    attack.frameAt('left', 1);
    const left = yawReading(layoutOf(attack.frameAt('left', 3).points));
    attack.frameAt('right', 4);
    const right = yawReading(layoutOf(attack.frameAt('right', 7).points));
    expect(left).toBeGreaterThan(0.22);
    expect(right).toBeLessThan(-0.22);
  });

  test('whoever has the engine at hand holds the instrument as that engine reads, not as the points say', async () => {
    let reads = 0;
    const unmoved: ReadFace = async () => {
      reads += 1;
      return { yaw: 0, pitchDegrees: 0, mouthGap: 0, jawDrop: 0 };
    };
    const turnOf = async (read?: ReadFace): Promise<number> => {
      const attack = await presentAttack('ellipsoid', drawnFace(), 3, read);
      const front = attack.frameAt('front', 0).stance.turn;
      attack.frameAt('left', 1);
      return attack.frameAt('left', 4).stance.turn - front;
    };
    expect(await turnOf()).toBeGreaterThan(5);
    // Where no movement reads as a turn, none is worth making.
    expect(await turnOf(unmoved)).toBeCloseTo(0, 5);
    expect(reads).toBeGreaterThan(25);
  });

  test('a loop heeds nothing', async () => {
    const frames = await Promise.all(
      (['left', 'right'] as const).map(async (pose) => {
        const attack = await presentAttack('loop-wide', drawnFace(), 9);
        return digest(attack.frameAt(pose, 2.5).picture.pixels);
      }),
    );
    expect(frames[0]).toBe(frames[1]);
  });

  test('a second print has its mouth open or shut, and nothing between', async () => {
    const attack = await presentAttack('cylinder', drawnFace(), 3);
    attack.frameAt('front', 0);
    const gaps = Array.from(
      { length: 30 },
      (_, index) => attack.frameAt('mouth', 1 + index / 12).stance.mouth,
    );
    expect(new Set(gaps).size).toBe(2);
  });
});
