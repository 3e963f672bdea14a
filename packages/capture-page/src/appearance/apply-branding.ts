/** The page's colours where they touch the company's, by scheme; those of the style sheets. */
const backgrounds = {
  light: { surface: '#ffffff', text: '#13242e' },
  dark: { surface: '#13202a', text: '#eef4f6' },
} as const;

type Scheme = keyof typeof backgrounds;

/** Least contrast of words, of large shapes and borders (WCAG 2.1, 1.4.3 and 1.4.11). */
const wordContrast = 4.5;
const shapeContrast = 3;
const tintShare = 0.12;
const stepShare = 0.06;

function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}

/** A colour between two; `share` of the second, from 0 to 1. */
function mix(one: string, other: string, share: number): string {
  const others = channels(other);
  const mixed = channels(one).map((value, at) => Math.round(value + ((others[at] ?? value) - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast of two colours, from 1 to 21 (WCAG 2.1, relative luminance). */
export function contrast(one: string, other: string): number {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** What a company's colour becomes on one ground: the tint behind marks, words in the colour, and the edge of a filled shape. */
export interface BrandColours {
  tint: string;
  accent: string;
  /** The colour itself where it is seen against the ground, else the accent. */
  edge: string;
}

/** Decides how a colour is written and drawn: as near to itself as can be read on the ground and on its own tint. */
export function decideBrandColours(colour: string, scheme: Scheme): BrandColours {
  const { surface, text } = backgrounds[scheme];
  const tint = mix(surface, colour, tintShare);
  let accent = colour;
  for (let share = stepShare; share <= 1; share += stepShare) {
    if (contrast(accent, surface) >= wordContrast && contrast(accent, tint) >= wordContrast) break;
    accent = mix(colour, text, share);
  }
  return { tint, accent, edge: contrast(colour, surface) >= shapeContrast ? colour : accent };
}

/** The ground of the camera's screen, dark and where it lights the face. */
const stages = { dark: '#0a141b', lit: '#ffffff' } as const;
/** The track behind the ring lies on both grounds alike, and is to be told from it. */
const tracks = { dark: '#454d52', lit: '#cfd3d5' } as const;

/** Decides the ring's colour: as near to the company's as is seen on the ground of the camera and on the ring's own track. */
export function decideRingColour(colour: string, light: keyof typeof stages): string {
  const towards = light === 'dark' ? '#ffffff' : '#000000';
  let ring = colour;
  for (let share = stepShare; share <= 1; share += stepShare) {
    if (contrast(ring, stages[light]) >= shapeContrast && contrast(ring, tracks[light]) >= shapeContrast)
      break;
    ring = mix(colour, towards, share);
  }
  return ring;
}

/** Gives the page the company's colour, on which white can be read: the service takes no other; a style set by script is not an inline one. */
export function applyBranding(brandColour: string | null): void {
  if (brandColour === null) return;
  const { style } = document.documentElement;
  style.setProperty('--brand', brandColour);
  style.setProperty('--on-brand', '#ffffff');
  for (const light of ['dark', 'lit'] as const)
    style.setProperty(`--brand-ring-${light}`, decideRingColour(brandColour, light));
  for (const scheme of ['light', 'dark'] as const) {
    const colours = decideBrandColours(brandColour, scheme);
    style.setProperty(`--brand-tint-${scheme}`, colours.tint);
    style.setProperty(`--brand-accent-${scheme}`, colours.accent);
    style.setProperty(`--brand-edge-${scheme}`, colours.edge);
  }
}
