import { readFile, stat } from 'node:fs/promises';
import { OperatorRefusal } from '@titular/server/audit/index.ts';
import { BIN_HEADER, findCardKind, importBins } from '@titular/server/bins/index.ts';
import type { Command } from '../../frame/command.ts';
import { UsageError } from '../../frame/usage-error.ts';

const MAX_BYTES = 32_000_000;

async function readTable(file: string): Promise<string> {
  const unreadable = (error: NodeJS.ErrnoException): never => {
    throw new UsageError(`The file ${file} cannot be read (${error.code}).`);
  };
  const { size } = await stat(file).catch(unreadable);
  if (size > MAX_BYTES) throw new OperatorRefusal('invalid', 'A table of BINs has at most 32 MB.');
  return readFile(file, 'utf8').catch(unreadable);
}

/** What the first digits of cards tell the page. */
export const binCommands: readonly Command[] = [
  {
    name: 'bins import',
    summary: `Replace the table of BINs by a CSV file with the header ${BIN_HEADER}; from and to are 6 to 8 digits, and an empty kind is unknown.`,
    positionals: ['file'],
    examples: ['titular bins import bins.csv'],
    async run({ operator, atLeisure }, args) {
      const text = await readTable(args.positionals[0] ?? '');
      const record = await atLeisure((db) => importBins({ ...operator, db }, text));
      return { kind: 'record', record };
    },
  },
  {
    name: 'bins show',
    summary: 'Show brand and kind of the cards that begin with these digits, and which table says so.',
    positionals: ['bin'],
    examples: ['titular bins show 41111111'],
    async run({ operator }, args) {
      const [bin = ''] = args.positionals;
      // What is longer may be the number of a card: it is refused, and not repeated.
      if (!/^[0-9]{6,8}$/.test(bin)) throw new UsageError('A BIN is 6 to 8 digits, never a card number.');
      const { brand, kind, source } = await findCardKind(operator.db, bin);
      return { kind: 'record', record: { bin, brand: brand ?? null, kind: kind ?? null, source } };
    },
  },
];
