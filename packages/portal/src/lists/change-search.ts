/** The search parameters of an address with some of them changed; undefined takes one out. */
export const changeSearch = <Search extends object>(
  all: Search,
  changed: Readonly<Record<string, unknown>>,
): Search =>
  Object.fromEntries(
    Object.entries({ ...all, ...changed }).filter(([, value]) => value !== undefined),
  ) as Search;
