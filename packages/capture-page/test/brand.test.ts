import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contrast, decideBrandColours, decideRingColour } from '../src/appearance/apply-branding.ts';

const SURFACES = { light: '#ffffff', dark: '#13202a' } as const;
const channel = fc.integer({ min: 0, max: 255 });
/** The colours that the service takes: white can be read on them. */
const taken = fc
  .tuple(channel, channel, channel)
  .map((parts) => `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`)
  .filter((colour) => contrast(colour, '#ffffff') >= 4.5);

test('the contrast of two colours is that of WCAG 2.1, whichever comes first', () => {
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21, 5);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.478, 3);
  expect(contrast('#0b6272', '#0b6272')).toBe(1);
});

test.each(['light', 'dark'] as const)(
  'whatever colour a company has: %s, words in it can be read on the ground and on the tint, and a button is seen',
  (scheme) => {
    const surface = SURFACES[scheme];
    fc.assert(
      fc.property(taken, (colour) => {
        const { accent, tint, edge } = decideBrandColours(colour, scheme);
        return (
          contrast(accent, surface) >= 4.5 && contrast(accent, tint) >= 4.5 && contrast(edge, surface) >= 3
        );
      }),
      { numRuns: 2_000 },
    );
  },
);

test('a colour that is seen stays as it is, and one too near to the dark ground gets a lighter edge', () => {
  expect(decideBrandColours('#0b3d91', 'light')).toMatchObject({ accent: '#0b3d91', edge: '#0b3d91' });
  const { edge } = decideBrandColours('#0b1a2a', 'dark');
  expect(edge).not.toBe('#0b1a2a');
  expect(contrast(edge, '#0b1a2a')).toBeGreaterThan(3);
});

test.each([
  ['dark', '#0a141b', '#454d52'],
  ['lit', '#ffffff', '#cfd3d5'],
] as const)(
  'whatever colour a company has: the ring of the camera is seen on the %s ground and on its own track (D28)',
  (background, behind, track) => {
    fc.assert(
      fc.property(taken, (colour) => {
        const ring = decideRingColour(colour, background);
        return contrast(ring, behind) >= 3 && contrast(ring, track) >= 3;
      }),
      { numRuns: 2_000 },
    );
  },
);
