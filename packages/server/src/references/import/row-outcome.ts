import { type ErrorCode, errorCatalogue } from '@titular/contract';
import { Refusal } from '../../kernel/base/refusal.ts';

/** A row that was not taken, and why. */
export type RowProblem = { row: number; outcome: 'duplicate' | 'refused'; code: ErrorCode; reason: string };

/** What became of a row; `ready` and `duplicate` stand in the report of a check, before anything is enrolled. */
export type RowOutcome =
  | { row: number; outcome: 'enrolled' | 'replaced' | 'unchanged' | 'ready' }
  | RowProblem;

/** Names of the request's fields as columns. */
const COLUMNS: readonly [RegExp, string][] = [
  [/\bidentity\.key\b/g, 'identity_key'],
  [/\bidentity\.value\b/g, 'identity_value'],
  [/\bconsentReference\b/g, 'consent_reference'],
];

/** What to do about a code, where the remedy of the catalogue speaks of requests. */
const REMEDIES: Readonly<Partial<Record<ErrorCode, string>>> = {
  '40026': '',
  '40002': '',
  '40080': 'Correct the path, or save the photograph as a JPEG of up to 512 KiB.',
  '40081': 'Cut it so that one face from the front fills much of it, or leave it out.',
  '40082': 'Bring another photograph of the person.',
  '40083': 'Compare them, and leave out the one that shows somebody else.',
  '40084': 'Set replace to true in the row if its photographs are to take the place of all enrolled faces.',
  '40085': 'Find out who was enrolled; set replace to true in the row if its photographs are right.',
  '40086':
    'Compare both identities; set allow_duplicate_face to true in the row if they are two persons who look alike.',
  '40087': 'Raise TITULAR_GALLERY_MEMORY_MB or TITULAR_GALLERY_LIMIT.',
  '40088': 'Settle the dispute first (npx titular faces settle).',
};

/** Why a row is refused and what to do, in the words of the file; it names columns and never what stands in them. */
export function refusedRow(row: number, { code, message }: Refusal, columns: readonly string[]): RowProblem {
  const named = COLUMNS.reduce((text, [field, column]) => text.replace(field, column), message).replace(
    /\bphotographs\[(\d+)\]/g,
    (_, index) => columns[Number(index)] ?? `photograph_${Number(index) + 1}`,
  );
  const remedy = REMEDIES[code] ?? errorCatalogue[code].remedy;
  return { row, outcome: 'refused', code, reason: remedy === '' ? named : `${named} ${remedy}` };
}

/** A row whose face another identity has too, of the file or enrolled. */
export function duplicateRow(
  { row, otherRow, faceId }: { row: number; otherRow: number | undefined; faceId: string | undefined },
  outcome: RowProblem['outcome'],
): RowProblem {
  const others = [
    ...(otherRow === undefined ? [] : [`that of row ${otherRow}`]),
    ...(faceId === undefined ? [] : [`the enrolled face ${faceId} of another identity`]),
  ];
  const message = `The face is ${others.join(', and ')}.`;
  return { ...refusedRow(row, new Refusal('40086', message), []), outcome };
}
