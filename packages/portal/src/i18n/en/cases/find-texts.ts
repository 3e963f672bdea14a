import type { SearchKind } from '@titular/contract';

/** The search box, and the sections that it belongs to. */
export const findTexts = {
  transactionsTitle: 'Transactions',
  processesTitle: 'Processes',
  transactionTitle: 'Transaction',
  processTitle: 'Process',
  newTransactionTitle: 'New transaction',
  searchLabel: 'Search',
  searchHint: 'Order number, id, CPF, card 8+4',
  searchHintOrders: 'Order number or id',
  searchAuto: 'Best match',
  searchAutoText: 'First as {kind}, then the rest of this list',
  searchAutoOnly: 'As {kind}',
  lookOnlyAs: 'Only as {kind}',
  searchReadings: 'Look for it as',
  searchAudited: 'Looking for a person or card is written to the audit log.',
  searchShortened: 'A whole card number never leaves this page: only its first 8 and last 4 digits are sent.',
  search_id: 'id',
  search_identity: 'identity',
  search_card: 'card',
  search_order_number: 'order number',
  search_order_number_beginning: 'beginning of an order number',
  search_order_number_other_case: 'order number with other capitals',
} as const satisfies Record<`search_${SearchKind}`, string> & Record<string, unknown>;
