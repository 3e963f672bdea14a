/** What a text in the search box can stand for. */
export const SEARCH_KINDS = [
  'id',
  'identity',
  'card',
  'order_number',
  'order_number_beginning',
  'order_number_other_case',
] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];
