import { OperatorRefusal } from '@titular/server/audit/index.ts';
import { listOverdue, OVERDUE_LIMIT_SECONDS, type Overdue } from '@titular/server/erasure/index.ts';
import type { Command, CommandContext, CommandResult } from '../../frame/command.ts';
import { formatRows } from '../../frame/print.ts';

function textOf(classes: readonly Overdue[], late: readonly Overdue[]): string {
  const rows = classes.map(({ key, overdueSeconds, dueSince, data }) => ({
    class: key,
    overdueSeconds,
    dueSince,
    data,
  }));
  const table = formatRows(['class', 'overdueSeconds', 'dueSince', 'data'], rows);
  return late.length > 0 ? table : `${table}\n\nNothing is overdue for more than an hour.`;
}

async function overdue({ operator: { db, clock } }: CommandContext): Promise<CommandResult> {
  // Loaded only here: no other command has need of all nouns.
  const { listRetention } = await import('@titular/server/modules.ts');
  const classes = await listOverdue(db, listRetention(), clock.now());
  const late = classes.filter(({ overdueSeconds }) => overdueSeconds > OVERDUE_LIMIT_SECONDS);
  const names = late.map(({ key }) => key).join(', ');
  return {
    kind: 'report',
    text: textOf(classes, late),
    record: {
      longestOverdueSeconds: Math.max(...classes.map(({ overdueSeconds }) => overdueSeconds)),
      classes: classes.map(({ key, data, dueSince, overdueSeconds }) => ({
        class: key,
        data,
        dueSince: dueSince ?? null,
        overdueSeconds,
      })),
    },
    ...(late.length > 0
      ? { refusal: new OperatorRefusal('broken', `Overdue for more than an hour: ${names}.`) }
      : {}),
  };
}

/** Whether what is kept of persons goes when its time is over. */
export const retentionCommands: readonly Command[] = [
  {
    name: 'retention overdue',
    summary:
      'Show for each retention class how long its oldest data is overdue for deletion. Exits with 5 if one is overdue for more than an hour.',
    examples: ['titular retention overdue', 'titular retention overdue --json'],
    run: overdue,
  },
];
