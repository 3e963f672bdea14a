/** Cuts a list that was read with one row more than asked for, which tells whether a page follows. */
export function cutPage<Row>(rows: readonly Row[], limit: number, idOf: (row: Row) => string) {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { shown, ...(rows.length > limit && last ? { nextCursor: idOf(last) } : {}) };
}
