/** Relative luminance of a colour as #rrggbb, from 0 to 1 (WCAG 2.1). */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Minimum contrast of words (WCAG 2.1, 1.4.3). */
export const WORD_CONTRAST = 4.5;
/** Minimum contrast of shapes that are pressed or mean something (WCAG 2.1, 1.4.11). */
export const SHAPE_CONTRAST = 3;

/** Contrast of two colours as #rrggbb, from 1 to 21 (WCAG 2.1). */
export function contrastOf(one: string, other: string): number {
  const [first, second] = [luminanceOf(one), luminanceOf(other)];
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}
