import type {
  ProcessCase,
  ProcessRow,
  TransactionCase,
  TransactionRow,
  WebhookState,
} from '@titular/contract';

/** Where the webhooks of a case stand, by the rule of the server's lists. */
function webhooksOf(deliveries: TransactionCase['deliveries']): WebhookState {
  const has = (...states: readonly string[]): boolean =>
    deliveries.some(({ state }) => states.includes(state));
  if (deliveries.length === 0) return 'none';
  if (has('failed')) return 'failed';
  return has('pending', 'sending') ? 'pending' : 'delivered';
}

/** What an open transaction says of its line in a list; of a log that was cut, nothing about all of its webhooks. */
export function transactionRowOf(answer: TransactionCase): Partial<TransactionRow> {
  const { transaction, captures, companyName, deliveries, isTimelineCut } = answer;
  const { status, hasIdentityChanged, erasedAt, history } = transaction;
  return {
    ...{ status, companyName, reasons: history.at(-1)?.reasons ?? [], attempts: captures.attempts.length },
    ...(hasIdentityChanged !== undefined && { hasIdentityChanged }),
    ...(erasedAt !== undefined && { erasedAt }),
    ...(!isTimelineCut && { webhooks: webhooksOf(deliveries) }),
  };
}

/** What an open process says of its line. Uses only grow, and those of companies that the person does not see are in the line alone. */
export function processRowOf(answer: ProcessCase, { uses }: Pick<ProcessRow, 'uses'>): Partial<ProcessRow> {
  const { process, usedBy, companyName } = answer;
  const { state, result, erasedAt } = process;
  return {
    ...{ state, companyName, uses: Math.max(uses, usedBy.length) },
    ...(result !== undefined && { result }),
    ...(erasedAt !== undefined && { erasedAt }),
  };
}
