import { OperatorRefusal } from '@titular/server/audit/index.ts';
import type { AloneContext, Command, CommandResult } from '../../frame/command.ts';
import { formatRows } from '../../frame/print.ts';
import { openFacts } from './open-facts.ts';
import { type Checked, runChecks } from './run-checks.ts';

const namesOf = (checked: readonly Checked[], answer: Checked['answer']): string[] =>
  checked.filter((one) => one.answer === answer).map(({ name }) => name);

function textOf(checked: readonly Checked[]): string {
  const rows = checked.map(({ name, answer, sentence }) => ({ check: name, answer, finding: sentence }));
  const unknown = namesOf(checked, 'cannot tell').length;
  const note = `To do: ${namesOf(checked, 'to do').length}. Cannot tell: ${unknown}. By hand: ${namesOf(checked, 'by hand').length}.`;
  return `${formatRows(['check', 'answer', 'finding'], rows)}\n\n${note}`;
}

async function examine({ readConfig, progress, closeAtEnd }: AloneContext): Promise<CommandResult> {
  const facts = await openFacts(readConfig(), { progress, closeAtEnd });
  const checked = await runChecks(facts);
  const open = namesOf(checked, 'to do');
  return {
    kind: 'report',
    text: textOf(checked),
    record: {
      toDo: open,
      cannotTell: namesOf(checked, 'cannot tell'),
      checks: checked.map(({ name, ...check }) => ({ check: name, ...check })),
    },
    ...(open.length > 0 ? { refusal: new OperatorRefusal('broken', `To do: ${open.join(', ')}.`) } : {}),
  };
}

/** Ticks the checklist for production as far as a program can. */
export const doctorCommands: readonly Command[] = [
  {
    name: 'doctor',
    summary:
      'Check what docs/guides/going-to-production.md asks for, as far as a program can; change nothing. Exits with 5 if something is to do.',
    examples: ['titular doctor', 'titular doctor --json'],
    runAlone: (_args, context) => examine(context),
  },
];
