import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CommandFixture, openCommandFixture } from './command-fixture.ts';

let fixture: CommandFixture;
beforeAll(async () => {
  fixture = await openCommandFixture();
});
afterAll(() => fixture.drop());

test('a table of BINs is imported and shown, and one that is wrong says each line and changes nothing', async () => {
  const file = join(fixture.directory, 'bins.csv');
  await writeFile(file, 'from,to,brand,kind\n41111111,41111111,elo,debit\n');
  expect(await fixture.ask('bins', 'import', file)).toMatchObject({ ranges: 1, replaced: 0 });
  const shown = { bin: '41111111', brand: 'elo', kind: 'debit', source: 'operator' };
  expect(await fixture.ask('bins', 'show', '41111111')).toEqual(shown);
  await writeFile(file, 'from,to,brand,kind\n41111111,41111111,none,debit\n1,2,visa,\n');
  const { code, errors } = await fixture.run('bins', 'import', file);
  expect(code).not.toBe(0);
  expect(errors).toContain('Line 2 brand is not one of visa');
  expect(errors).toContain('Line 3 from is not 6 to 8 digits.');
  expect(await fixture.ask('bins', 'show', '41111111')).toEqual(shown);
});

test('the number of a card in the place of a BIN is refused, and not repeated (R29)', async () => {
  const { code, errors, output } = await fixture.run('bins', 'show', '4111111111111111');
  expect(code).toBe(2);
  expect(errors + output).not.toContain('411111111');
});
