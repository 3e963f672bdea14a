import { CreateReferenceRequest, PHOTOGRAPH_LIMITS } from '@titular/contract';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { OperatorRefusal } from '../../audit/index.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import type { ReferenceFields } from '../parse-reference.ts';
import type { CsvRecord } from './read-csv.ts';

/** A row of the file: what a request says, and the photographs by their paths, with the columns that name them. */
export type ImportRow = {
  row: number;
  request: ReferenceFields;
  photographs: readonly { column: string; path: string }[];
};

const PHOTOGRAPHS = Array.from({ length: PHOTOGRAPH_LIMITS.most }, (_, index) => `photograph_${index + 1}`);
const [FIRST = '', ...FURTHER] = PHOTOGRAPHS;

const REQUIRED = ['identity_key', 'identity_value', FIRST, 'source', 'date', 'consent_reference'];
const OPTIONAL = [...FURTHER, 'replace', 'allow_duplicate_face'];

/** The columns of the file, those first that it must have. */
export const IMPORT_COLUMNS: readonly string[] = [...REQUIRED, ...OPTIONAL];

/** The columns of a header, in its order. */
export type Header = readonly string[];

const refuse = (problem: string): OperatorRefusal =>
  new OperatorRefusal(
    'invalid',
    `${problem} Its columns are ${REQUIRED.join(', ')}; and, where needed, ${OPTIONAL.join(', ')}.`,
  );

/** Reads the header; refuses one that lacks a column, or has one that is not known. What it holds is not repeated: it may be a row. */
export function parseHeader(record: CsvRecord | undefined): Header {
  if (!record) throw refuse('The CSV file is empty.');
  const header = record.fields.map((field) => field.toLowerCase());
  const unknown = header.findIndex((column) => !IMPORT_COLUMNS.includes(column));
  const missing = REQUIRED.filter((column) => !header.includes(column));
  if (missing.length > 0 && unknown >= 0 && missing.length === REQUIRED.length)
    throw refuse(`Row ${record.row} of the CSV file is no header.`);
  if (unknown >= 0)
    throw refuse(`Column ${unknown + 1} of the CSV file is not known: remove it, or correct its name.`);
  const twice = header.find((column, index) => header.indexOf(column) !== index);
  if (twice !== undefined) throw refuse(`The CSV file has the column ${twice} twice.`);
  if (missing.length > 0) throw refuse(`The CSV file lacks ${missing.join(' and ')}.`);
  return header;
}

const badRow = (message: string): Refusal => new Refusal('40002', message);

const { properties: FORMS } = CreateReferenceRequest;

function parseFlag(column: string, text: string): boolean {
  if (text === '' || text.toLowerCase() === 'false') return false;
  if (text.toLowerCase() === 'true') return true;
  throw badRow(`${column} must be true, false or empty.`);
}

/** The forms that the contract demands of a request before any rule is applied. */
function checkForms(cells: ReadonlyMap<string, string>): void {
  for (const column of REQUIRED)
    if ((cells.get(column) ?? '') === '') throw badRow(`${column} must not be empty.`);
  const isOf = (form: TSchema, column: string): boolean => Value.Check(form, cells.get(column));
  if (!isOf(FORMS.identity.properties.value, 'identity_value')) throw badRow('identity_value is too long.');
  for (const column of ['source', 'consent_reference'])
    if (!isOf(FORMS.source, column))
      throw badRow(`${column} must be 1 to 100 letters, digits and ._:/#-, and never name the person.`);
  if (!isOf(FORMS.date, 'date')) throw badRow('date must be a day such as 2026-03-02.');
}

/** Reads a row; refuses with 40002. */
export function parseRow(header: Header, { row, fields, problem }: CsvRecord): ImportRow {
  if (problem !== undefined) throw badRow(`The row ${problem}.`);
  if (fields.length !== header.length)
    throw badRow(
      `The row has ${fields.length} fields instead of ${header.length}: a field that contains the separator stands in quotes.`,
    );
  const cells = new Map(header.map((column, index) => [column, fields[index] ?? '']));
  checkForms(cells);
  const cell = (column: string): string => cells.get(column) ?? '';
  return {
    row,
    request: {
      identity: { key: cell('identity_key'), value: cell('identity_value') },
      ...{ source: cell('source'), date: cell('date'), consentReference: cell('consent_reference') },
      replace: parseFlag('replace', cell('replace')),
      allowDuplicateFace: parseFlag('allow_duplicate_face', cell('allow_duplicate_face')),
    },
    photographs: PHOTOGRAPHS.map((column) => ({ column, path: cell(column) })).filter(
      ({ path }) => path !== '',
    ),
  };
}
