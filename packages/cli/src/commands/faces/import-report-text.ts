import { OperatorRefusal } from '@titular/server/audit/index.ts';
import type { ImportResult } from '@titular/server/references/index.ts';
import type { CommandResult } from '../../frame/command.ts';

type Told = Omit<Extract<CommandResult, { kind: 'report' }>, 'kind'>;

const ENDINGS: Readonly<Record<ImportResult['ending'], string>> = {
  done: 'The import is done.',
  checked: 'The check is done: nothing was enrolled.',
  duplicates: 'The file has duplicates: nothing was enrolled.',
  interrupted: 'Interrupted after the rows under way. Run the same command again to go on where it ended.',
};

const wordsOf = ({ counts }: ImportResult): string[] =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([outcome, count]) => `${count} ${outcome}`);

function textOf(result: ImportResult, report: string): string {
  const { counts, rows, problems, ending, workFile } = result;
  const more = counts.duplicate + counts.refused - problems.length;
  const kept =
    workFile === undefined || ending === 'interrupted'
      ? []
      : [`What was measured is kept, sealed, in ${workFile}; delete that file if you do not go on.`];
  return [
    ENDINGS[ending],
    `${rows} rows: ${wordsOf(result).join(', ') || 'none decided yet'}.`,
    ...problems.map(({ row, code, reason }) => `  row ${row}: ${code} ${reason}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
    `The outcome of each row is in ${report}.`,
    ...kept,
  ].join('\n');
}

/** How the command ends: refused rows and duplicates are no success. */
function refusalOf({ ending, counts }: ImportResult): OperatorRefusal | undefined {
  if (ending === 'interrupted') return undefined;
  if (counts.duplicate > 0)
    return new OperatorRefusal(
      'forbidden',
      `${counts.duplicate} rows have a face that another identity has too. Correct them; or run the command with --skip-duplicates to leave them out, or with --allow-duplicates to enrol them.`,
    );
  if (counts.refused > 0)
    return new OperatorRefusal(
      'incomplete',
      `${counts.refused} rows were refused. Correct them and import them again: what is enrolled is left as it is.`,
    );
  return undefined;
}

/** What an import tells at its end, for people and for scripts. */
export function tellImport(result: ImportResult, report: string): Told {
  const { ending, importId, rows, counts, problems } = result;
  const refusal = refusalOf(result);
  return {
    text: textOf(result, report),
    record: { ending, import: importId, rows, ...counts, problems, report },
    ...(ending === 'interrupted' ? { isInterrupted: true } : {}),
    ...(refusal ? { refusal } : {}),
  };
}
