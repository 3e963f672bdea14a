import { TRANSACTION_STATUS_MEANINGS, TRANSACTION_STATUSES } from '@titular/contract';
import { advance, isFinal, TRANSACTION_EVENTS } from '@titular/server/transactions/transaction.ts';

function tableRows(): string {
  return TRANSACTION_STATUSES.map((status) => {
    const ways = TRANSACTION_EVENTS.flatMap((event) => {
      const next = advance(status, event);
      return next ? [`${event} → \`${next}\``] : [];
    });
    return `| \`${status}\` | ${isFinal(status) ? 'final' : 'open'} | ${TRANSACTION_STATUS_MEANINGS[status]} | ${ways.join('<br>') || '–'} |`;
  }).join('\n');
}

function diagramLines(): string {
  const edges = TRANSACTION_STATUSES.flatMap((status) =>
    TRANSACTION_EVENTS.flatMap((event) => {
      const next = advance(status, event);
      return next ? [`  ${name(status)} --> ${name(next)}: ${event}`] : [];
    }),
  );
  const first = ['waiting', 'processing', 'fast_inconclusive'].map((to) => `  [*] --> ${to}: create`);
  return [...first, ...edges].join('\n');
}

const name = (status: string): string => status.replaceAll('-', '_');

/** docs/transaction-states.md: the table of statuses and its diagram. */
export const statesPage = (): string => `# Statuses of a transaction

Generated from \`packages/server/src/transactions/transaction.ts\` by \`npm run generate\`; a test compares it with the code.
Final statuses never change. A transaction is created as \`waiting\`. It is created as \`processing\` if it uses the captures of a reference
process, and as \`fast-inconclusive\` if one of its create checks ends it (see docs/decision.md).

| Status | | Meaning | Transitions |
| --- | --- | --- | --- |
${tableRows()}

\`\`\`mermaid
stateDiagram-v2
${diagramLines()}
\`\`\`
`;
