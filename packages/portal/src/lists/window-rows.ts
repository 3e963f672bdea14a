/** Most rows that are drawn at once (P54). */
export const MAX_DRAWN = 60;
const SPARE = 10;

/** Where a list stands: its rows, their height, how far its first row is above the view, and the height of the view, in pixels. */
export type ListPosition = { count: number; rowHeight: number; above: number; view: number };

/** The rows to draw: those in view and some spare ones around them, from `first` up to, and without, `end`. */
export function windowRows({ count, rowHeight, above, view }: ListPosition): { first: number; end: number } {
  const visible = Math.min(MAX_DRAWN, Math.ceil(view / rowHeight) + 1);
  const spare = Math.min(SPARE, Math.floor((MAX_DRAWN - visible) / 2));
  const top = Math.floor(Math.max(0, above) / rowHeight);
  const first = Math.max(0, Math.min(top - spare, count - visible - 2 * spare));
  return { first, end: Math.min(count, first + visible + 2 * spare) };
}

/** How far the view has to move, in pixels, so that a row is in it whole; `margin` is covered at its top. */
export function scrollFor(row: number, { rowHeight, above, view }: ListPosition, margin: number): number {
  const top = row * rowHeight - above;
  if (top < margin) return top - margin;
  return Math.max(0, top + rowHeight - view);
}
