import { type LeftOut, WHAT_IF_DAYS, WHAT_IF_MIN_ENDS, WHAT_IF_UNTOLD, type WhatIf } from '@titular/contract';
import { createTenantKeys, readCompany } from '@titular/server/tenants/index.ts';
import { trySettings } from '@titular/server/what-if/index.ts';
import { chooseTenant, readId, TENANT_OPTION } from '../../frame/choose-tenant.ts';
import type { Command, CommandResult } from '../../frame/command.ts';
import { wrapText } from '../../frame/print.ts';
import { translateRefusal } from '../../frame/translate-refusal.ts';
import { UsageError } from '../../frame/usage-error.ts';
import { readAssignments } from './read-assignments.ts';

/** Characters in a line of a text. */
const LINE_WIDTH = 100;

/** Why ends were left out, in words. */
const CAUSES: Readonly<Record<LeftOut, string>> = {
  still_open: 'had not ended before the last day was over',
  ended_before: 'ended before a decision: expired, canceled, or without a complete capture',
  erased: 'were erased',
  sandbox: 'were ended by a sandbox scenario',
  inputs_not_kept: 'have nothing left of how they were decided',
  other_engine: 'were decided with another version of the face engine',
  not_looked: 'need something that nobody looked for under the settings of the time',
  not_reproduced: 'would not be reproduced with the settings of the time either',
};

const COLUMNS = ['count', 'fromStatus', 'fromReason', 'toStatus', 'toReason'];

const countWords = (count: number | null): string =>
  count === null ? `fewer than ${WHAT_IF_UNTOLD}, or none` : `${count} or some more`;

const sayTooFew = (): string =>
  `Fewer than ${WHAT_IF_MIN_ENDS} ends could be decided again, so nothing more is told.`;

function sayAll(answer: WhatIf): string {
  const { from, before, isCut, isTooFew, judged, leftOut } = answer;
  const dated = `Transactions created from ${from} on, ended before ${before}${isCut ? '; the newest alone were read' : ''}.`;
  const told = [
    `${countWords(judged)} ends were decided again.`,
    `Of all other kinds together would differ: ${countWords(answer.otherKinds)}.`,
    ...leftOut.map(({ cause, count }) => `Left out: ${countWords(count)} ${CAUSES[cause]}.`),
    `Left out for all other causes together: ${countWords(answer.otherCauses)}.`,
  ];
  return [
    dated,
    ...(isTooFew ? [sayTooFew()] : told),
    'Counts are rounded down to a multiple of five. They tell what would differ, and never who was genuine.',
  ]
    .map((line) => wrapText(line, LINE_WIDTH, ''))
    .join('\n');
}

const toRows = (answer: WhatIf): CommandResult => ({
  kind: 'rows',
  columns: COLUMNS,
  rows: answer.kinds.map(({ from, to, count }) => ({
    count: countWords(count),
    fromStatus: from.status,
    fromReason: from.reason ?? '',
    toStatus: to.status,
    toReason: to.reason ?? '',
  })),
  note: sayAll(answer),
});

/** What other settings would have done. */
export const whatIfCommands: readonly Command[] = [
  {
    name: 'settings what-if',
    summary: `Count how many ends of a company's last ${WHAT_IF_DAYS} days would differ under other decision settings; changes nothing.`,
    positionals: ['name=value...'],
    options: {
      ...TENANT_OPTION,
      company: { value: 'id or name', text: 'Try the settings on the transactions of this company.' },
    },
    examples: [
      'titular settings what-if match-threshold=0.45 --company 0197c1f0-8f2e-7cc3-98c4-dc0c0c07398f',
    ],
    async run(context, args) {
      const texts = readAssignments(args.positionals);
      const tenantId = await chooseTenant(context, args);
      const { company } = args.options;
      if (company === undefined) throw new UsageError('Name the company with --company.');
      const { companyId } = await readCompany(context.operator, tenantId, readId(company, 'company'));
      const on = { tenantId, companyId };
      const tenantKeys = createTenantKeys(context.operator.db, context.masterKeys);
      return toRows(await translateRefusal(trySettings({ ...context.operator, tenantKeys }, on, texts)));
    },
  },
];
