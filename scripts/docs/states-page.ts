import { TRANSACTION_STATUSES } from '@titular/contract';
import { advance, isFinal, TRANSACTION_EVENTS } from '@titular/server/transactions/transaction.ts';

const MEANINGS: Readonly<Record<(typeof TRANSACTION_STATUSES)[number], string>> = {
  waiting: 'Created; the person has not finished the capture.',
  processing: 'The capture is complete and is being decided.',
  shared: 'The person passed the link on to the cardholder.',
  approved: 'The card belongs to the person.',
  inconclusive: 'It could not be shown that the card belongs to the person.',
  expired: "The transaction's time passed before the capture was complete.",
  'unknown-share': 'The person does not know this purchase.',
  'fast-inconclusive': 'The checks at create ended it; no capture was asked for.',
  'absent-holder': 'The cardholder is not there.',
  canceled: 'The merchant canceled it.',
};

function tableRows(): string {
  return TRANSACTION_STATUSES.map((status) => {
    const ways = TRANSACTION_EVENTS.flatMap((event) => {
      const next = advance(status, event);
      return next ? [`${event} → \`${next}\``] : [];
    });
    return `| \`${status}\` | ${isFinal(status) ? 'final' : 'open'} | ${MEANINGS[status]} | ${ways.join('<br>') || '–'} |`;
  }).join('\n');
}

function diagramLines(): string {
  const edges = TRANSACTION_STATUSES.flatMap((status) =>
    TRANSACTION_EVENTS.flatMap((event) => {
      const next = advance(status, event);
      return next ? [`  ${name(status)} --> ${name(next)}: ${event}`] : [];
    }),
  );
  return ['  [*] --> waiting: create', '  [*] --> fast_inconclusive: create', ...edges].join('\n');
}

const name = (status: string): string => status.replaceAll('-', '_');

/** docs/transaction-states.md: the table of statuses and its diagram. */
export const statesPage = (): string => `# Statuses of a transaction

Generated from \`packages/server/src/transactions/transaction.ts\` by \`npm run generate\`; a test compares it with the code.
Final statuses never change. A transaction is created as \`waiting\`, or as \`fast-inconclusive\` when the company's module checks at
create and one of the findings ends it (see docs/decision.md).

| Status | | Meaning | What leads on |
| --- | --- | --- | --- |
${tableRows()}

\`\`\`mermaid
stateDiagram-v2
${diagramLines()}
\`\`\`
`;
