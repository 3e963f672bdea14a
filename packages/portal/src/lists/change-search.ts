/** Changes what a page understands of its address; undefined takes a parameter out, and nothing else goes along (P38). */
export const changeKnown =
  (
    parse: (search: Readonly<Record<string, unknown>>) => object,
    changed: Readonly<Record<string, unknown>>,
  ): (<Search extends object>(all: Search) => Search) =>
  <Search extends object>(all: Search) => {
    const given: object = all;
    return changeSearch(parse({ ...given }), changed) as Search;
  };

/** The search parameters of an address with some of them changed; undefined takes one out. */
export const changeSearch = <Search extends object>(
  all: Search,
  changed: Readonly<Record<string, unknown>>,
): Search =>
  Object.fromEntries(
    Object.entries({ ...all, ...changed }).filter(([, value]) => value !== undefined),
  ) as Search;
