import { brandOf } from '@titular/server/bins/brand-ranges.ts';
import { findCardKind, importBins } from '@titular/server/bins/index.ts';
import { parseBins } from '@titular/server/bins/parse-bins.ts';
import { createManualClock } from '@titular/test-kit';
import { explain } from '@titular/test-kit/explain.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openVolume, type VolumeFixture } from '../erasure/volume-fixture.ts';

const HEADER = 'from,to,brand,kind';

describe('the published ranges of brands', () => {
  test.each([
    ['41111111', 'visa'],
    ['51051051', 'mastercard'],
    ['22210000', 'mastercard'],
    ['27209999', 'mastercard'],
    ['22209999', undefined],
    ['27210000', undefined],
    ['378282', 'amex'],
    ['601100', 'discover'],
    ['64400000', 'discover'],
    ['30569300', 'diners'],
    ['30600000', undefined],
    ['35280000', 'jcb'],
    ['35899999', 'jcb'],
    ['35900000', undefined],
    ['62000000', 'unionpay'],
    ['63636800', 'elo'],
    ['43893500', 'elo'],
    ['43893600', 'visa'],
    ['60628200', 'hipercard'],
    ['99999999', undefined],
    ['606282', 'hipercard'],
    ['00000000', undefined],
  ])('%s is %s', (bin, brand) => {
    expect(brandOf(bin)).toBe(brand);
  });
});

describe('a file of ranges', () => {
  test('is read with any end of line, spaces, an unknown kind, and shorter digits for all that begin with them', () => {
    const text = `\ufeff${HEADER}\r\n411111,411111,Visa,credit\r\n51000000, 51999999 ,mastercard,\n\n`;
    expect(parseBins(text)).toEqual({
      kind: 'ranges',
      ranges: [
        { from: 41111100, to: 41111199, brand: 'visa', kind: 'credit' },
        { from: 51000000, to: 51999999, brand: 'mastercard', kind: undefined },
      ],
    });
  });

  test.each([
    ['41111111,41111111,visa', 'has 3 fields instead of 4'],
    ['4111a111,41111111,visa,', 'from is not 6 to 8 digits'],
    ['41111,41111,visa,', 'from is not 6 to 8 digits'],
    ['41111111,4111111,visa,', 'from and to have different lengths'],
    ['41111112,41111111,visa,', 'from is greater than to'],
    ['41111111,41111111,visage,', 'brand is not one of visa, mastercard'],
    ['41111111,41111111,visa,gold', 'kind is not one of credit, debit, prepaid, or empty'],
  ])('is refused for %s: %s', (line, reason) => {
    const parsed = parseBins(`${HEADER}\n52000000,52000000,mastercard,\n${line}`);
    expect(parsed).toMatchObject({ kind: 'refused', problems: [{ line: 3 }], more: 0 });
    expect(JSON.stringify(parsed)).toContain(reason);
  });

  test('a number that is longer than a BIN is refused and not repeated (R29)', () => {
    const parsed = parseBins(`${HEADER}\n4111111111111111,4111111111111111,visa,`);
    expect(JSON.stringify(parsed)).toContain('a BIN is never a card number');
    expect(JSON.stringify(parsed)).not.toContain('4111111111');
  });

  test('ranges that overlap are refused by both their lines, also where one holds several', () => {
    const text = `${HEADER}\n40000000,49999999,visa,\n41111111,41111111,visa,\n45000000,45000001,visa,`;
    expect(parseBins(text)).toMatchObject({
      problems: [
        { line: 3, reason: 'overlaps with line 2' },
        { line: 4, reason: 'overlaps with line 2' },
      ],
    });
  });

  test('of many problems 20 are named and the others counted; another header is refused at once', () => {
    expect(parseBins(`${HEADER}\n${'x\n'.repeat(50)}`)).toMatchObject({ more: 30 });
    expect(parseBins('bin,brand\n')).toMatchObject({ problems: [{ line: 1, reason: `is not ${HEADER}` }] });
  });
});

describe('the table of an operator', () => {
  let volume: VolumeFixture;
  beforeAll(async () => {
    volume = await openVolume();
  });
  afterAll(() => volume.close());
  const operator = () => ({ db: volume.db, clock: createManualClock(), actor: 'test' });
  const found = (bin: string) => findCardKind(volume.db, bin);

  test('is replaced as a whole, comes before the published ranges, and is in the audit log', async () => {
    await importBins(operator(), `${HEADER}\n41111111,41111111,elo,debit\n37828200,37828299,amex,credit`);
    expect(await found('41111111')).toEqual({ brand: 'elo', kind: 'debit', source: 'operator' });
    expect(await found('378282')).toEqual({ brand: 'amex', kind: 'credit', source: 'operator' });
    expect(await found('41111112')).toEqual({ brand: 'visa', kind: undefined, source: 'built-in' });
    expect(await found('99999999')).toEqual({ brand: undefined, kind: undefined, source: 'unknown' });
    const { ranges, replaced } = await importBins(
      operator(),
      `${HEADER}\n52000000,52000000,mastercard,prepaid`,
    );
    expect([ranges, replaced]).toEqual([1, 2]);
    expect((await found('41111111')).source).toBe('built-in');
    expect((await found('52000000')).kind).toBe('prepaid');
    const { rows } = await volume.pool.query(`SELECT FROM audit_log WHERE action = 'bins.import'`);
    expect(rows).toHaveLength(2);
  });

  test('stays as it is where a line is wrong, and of two imports at once one is there as a whole', async () => {
    await importBins(operator(), `${HEADER}\n52000000,52000000,mastercard,prepaid`);
    await expect(importBins(operator(), `${HEADER}\n53000000,53000000,nothing,`)).rejects.toThrow(
      'Line 2 brand',
    );
    expect((await found('52000000')).kind).toBe('prepaid');
    const lines = (kind: string) =>
      Array.from({ length: 100 }, (_, n) => `${51000000 + n},${51000000 + n},mastercard,${kind}`).join('\n');
    await Promise.all(['credit', 'debit'].map((kind) => importBins(operator(), `${HEADER}\n${lines(kind)}`)));
    const { rows } = await volume.pool.query('SELECT kind, count(*)::integer AS n FROM card_bins GROUP BY 1');
    expect(rows).toEqual([{ kind: expect.stringMatching(/credit|debit/), n: 100 }]);
  });

  test('a look reads a few pages, however many ranges there are', async () => {
    const lines = Array.from(
      { length: 40_000 },
      (_, n) => `${51000000 + 2 * n},${51000000 + 2 * n},mastercard,credit`,
    );
    await importBins(operator(), [HEADER, ...lines].join('\n'));
    const recorder = volume.record();
    expect((await findCardKind(recorder.db, '51040000')).kind).toBe('credit');
    const [statement] = recorder.statements;
    if (!statement) throw new Error('a statement was sent');
    expect((await explain(recorder.pool, statement)).buffers).toBeLessThanOrEqual(12);
  });
});
