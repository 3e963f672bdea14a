import { OperatorRefusal } from '../../audit/index.ts';

/** A record of a CSV file. Rows are counted as spreadsheets do, from 1, and so the header is row 1; `problem` says why its fields cannot be told apart. */
export type CsvRecord = { row: number; fields: string[]; problem: string | undefined };

/** Most characters of a record: a quote that is never closed would take the rest of the file. */
const MAX_RECORD = 16_384;

const SEPARATORS = [',', ';'];

/** Where in a field the reader is: before its first character, within it, within quotes, or behind the closing one. */
type Place = 'start' | 'plain' | 'quoted' | 'closed';

/** Takes a text in parts and gives its records (RFC 4180). The first comma or semicolon of the file separates fields. */
class CsvReader {
  #separator: string | undefined;
  #place: Place = 'start';
  #fields: string[] = [];
  #field = '';
  #length = 0;
  #row = 1;
  #problem: string | undefined;

  *take(text: string): Generator<CsvRecord> {
    for (const character of text) {
      if (character === '\n' && this.#place !== 'quoted') {
        const record = this.#endRecord();
        if (record) yield record;
        continue;
      }
      this.#length += 1;
      if (this.#length > MAX_RECORD)
        throw new OperatorRefusal(
          'invalid',
          `Row ${this.#row} is longer than ${MAX_RECORD} characters: a quote that begins there may never be closed.`,
        );
      this.#put(character);
    }
  }

  *end(): Generator<CsvRecord> {
    if (this.#place === 'quoted')
      throw new OperatorRefusal('invalid', `Row ${this.#row} begins a quote that is never closed.`);
    const record = this.#endRecord();
    if (record) yield record;
  }

  #put(character: string): void {
    if (this.#place === 'quoted') {
      if (character === '"') this.#place = 'closed';
      else this.#field += character;
      return;
    }
    if (this.#isSeparator(character)) this.#endField();
    else if (this.#place === 'closed') this.#putBehindQuote(character);
    else if (character === '"' && this.#place === 'start') this.#place = 'quoted';
    else {
      if (character === '"')
        this.#problem = 'has a quote within a field: write it twice, and the field in quotes';
      this.#place = 'plain';
      this.#field += character;
    }
  }

  #putBehindQuote(character: string): void {
    if (character === '"') {
      this.#place = 'quoted';
      this.#field += character;
    } else if (character !== '\r') this.#problem = 'has text behind a closing quote';
  }

  #isSeparator(character: string): boolean {
    if (!SEPARATORS.includes(character)) return false;
    this.#separator ??= character;
    return character === this.#separator;
  }

  #endField(): void {
    this.#fields.push(this.#field.trim());
    this.#field = '';
    this.#place = 'start';
  }

  /** Gives the record, unless its line is empty. */
  #endRecord(): CsvRecord | undefined {
    this.#endField();
    const record = { row: this.#row, fields: this.#fields, problem: this.#problem };
    [this.#fields, this.#problem, this.#length] = [[], undefined, 0];
    this.#row += 1;
    return record.fields.length === 1 && record.fields[0] === '' ? undefined : record;
  }
}

/** Reads the records of a CSV file in UTF-8, with or without a byte order mark, and with lines that end in LF or CRLF. */
export async function* readCsv(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRecord> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (chunk?: Uint8Array): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw new OperatorRefusal('invalid', 'The CSV file is not written in UTF-8: save it as "CSV UTF-8".');
    }
  };
  const reader = new CsvReader();
  for await (const chunk of chunks) yield* reader.take(decode(chunk));
  yield* reader.take(decode());
  yield* reader.end();
}
