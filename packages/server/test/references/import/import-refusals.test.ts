import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newCpf, startTestService, type TestService } from '@titular/test-kit';
import { pairOf } from '@titular/test-kit/faces/portraits.ts';
import { poseFrame } from '@titular/test-kit/faces/pose-frame.ts';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HEADER, type ImportFixture, openImportFixture } from './import-fixture.ts';

const WALL = { width: 640, height: 480, channels: 3, background: '#b0b6ba' } as const;

let service: TestService;
let fixture: ImportFixture;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
beforeEach(async () => {
  fixture = await openImportFixture(service);
});
afterEach(() => fixture.close());

const rowOf = (path: string, value = newCpf()): string =>
  `cpf,${value},${path},onboarding,2026-03-02,consent-4711`;

/** Files that no face can be taken from, beside one that is good. */
async function writeFiles(): Promise<void> {
  await fixture.write('good.jpg', await poseFrame('a', 'front'));
  await fixture.write('text.jpg', 'no picture');
  await fixture.write('large.jpg', Buffer.concat([await poseFrame('a', 'front'), Buffer.alloc(512 * 1024)]));
  await fixture.write('wall.jpg', await sharp({ create: WALL }).jpeg().toBuffer());
  await fixture.write('two.jpg', await pairOf('a', 'b'));
  await fixture.write('turned.jpg', await poseFrame('a', 'left'));
  await fixture.write('damaged.jpg', (await poseFrame('a', 'front')).subarray(0, 400));
  await mkdir(join(fixture.directory, 'folder.jpg'));
  const outside = join(fixture.directory, '..', `outside-${newCpf()}.jpg`);
  await writeFile(outside, await poseFrame('b', 'front'));
  await symlink(outside, join(fixture.directory, 'link.jpg'));
}

/** Rows, with the code and the words that each is refused with. */
const ROWS: readonly [what: string, row: () => string, code: string, words: RegExp][] = [
  ['a missing file', () => rowOf('none.jpg'), '40080', /^photograph_1 .*no such file/],
  ['a file that is no picture', () => rowOf('text.jpg'), '40080', /^photograph_1 .*not a JPEG/],
  ['a damaged picture', () => rowOf('damaged.jpg'), '40080', /^photograph_1 .*damaged/],
  ['a picture that is too large', () => rowOf('large.jpg'), '40080', /^photograph_1 .*512 KiB/],
  ['a folder', () => rowOf('folder.jpg'), '40080', /^photograph_1 .*plain file/],
  ['a picture without a face', () => rowOf('wall.jpg'), '40081', /^photograph_1 shows no face/],
  ['a picture of two', () => rowOf('two.jpg'), '40081', /^photograph_1 shows more than one face/],
  ['a face that is turned away', () => rowOf('turned.jpg'), '40082', /^photograph_1 .*turned away/],
  ['a path upwards', () => rowOf('../good.jpg'), '40080', /leads out of the directory/],
  ['an absolute path', () => rowOf('/etc/hostname'), '40080', /absolute: write it relative/],
  ['a link that leads out', () => rowOf('link.jpg'), '40080', /leads out of the directory/],
  ['a bad identity', () => rowOf('good.jpg', '11111111111'), '40002', /^identity_value must be 11 digits/],
  ['an unknown kind', () => rowOf('good.jpg').replace('cpf', 'rg'), '40002', /^identity_key must be one of/],
  ['no identity', () => rowOf('good.jpg', ''), '40002', /^identity_value must not be empty/],
  ['no photograph', () => rowOf(''), '40002', /^photograph_1 must not be empty/],
  ['a day that does not exist', () => rowOf('good.jpg').replace('03-02', '02-30'), '40002', /^date must be/],
  ['a day to come', () => rowOf('good.jpg').replace('2026', '2999'), '40002', /^date must not be after/],
  ['a day in other form', () => rowOf('good.jpg').replace('2026-03-02', '02/03/2026'), '40002', /^date must/],
  ['a name as source', () => rowOf('good.jpg').replace('onboarding', 'Maria Silva'), '40002', /^source must/],
  [
    'a card number',
    () => rowOf('good.jpg').replace('consent-4711', '4111111111111111'),
    '40026',
    /^consent_/,
  ],
  ['a field too few', () => 'cpf,1,good.jpg', '40002', /^The row has 3 fields instead of 6/],
  ['a stray quote', () => rowOf('go"od.jpg'), '40002', /^The row has a quote within a field/],
];

describe('a row that cannot be enrolled (R63)', () => {
  test('is refused with its code and with what to do, and the rest goes on', async () => {
    await writeFiles();
    const rows = ROWS.map(([, row]) => row());
    await fixture.csv(HEADER, ...rows, rowOf('good.jpg'));
    const result = await fixture.run();
    expect(result.counts).toMatchObject({ refused: ROWS.length, enrolled: 1 });
    const lines = await fixture.report();
    expect(lines.map(({ row }) => row)).toEqual(lines.map((_, index) => index + 2));
    for (const [index, [what, , code, words]] of ROWS.entries()) {
      expect([what, lines[index]?.['outcome'], lines[index]?.['code']]).toEqual([what, 'refused', code]);
      expect([what, lines[index]?.reason]).toEqual([what, expect.stringMatching(words)]);
    }
  });

  test('with an identity that another row has too is refused, and so is the other', async () => {
    await fixture.write('good.jpg', await poseFrame('a', 'front'));
    const value = newCpf();
    await fixture.csv(HEADER, rowOf('good.jpg', value), rowOf('good.jpg', value), rowOf('good.jpg', value));
    const { counts, problems } = await fixture.run();
    expect([counts.refused, fixture.calls()]).toEqual([3, 0]);
    expect(problems.map(({ reason }) => /^Row (\d) has the same identity/.exec(reason)?.[1])).toEqual([
      ...['3', '2', '2'],
    ]);
  });

  test('names the column of the photograph, also where others are empty, and two persons in one row', async () => {
    await fixture.write('a.jpg', await poseFrame('a', 'front'));
    await fixture.write('b.jpg', await poseFrame('b', 'front'));
    const header = HEADER.replace('photograph_1', 'photograph_1,photograph_2,photograph_3');
    await fixture.csv(header, rowOf('a.jpg,,none.jpg'), rowOf('a.jpg,,b.jpg'));
    const { problems } = await fixture.run();
    expect(problems).toMatchObject([
      { row: 2, code: '40080', reason: expect.stringMatching(/^photograph_3 /) },
      {
        row: 3,
        code: '40083',
        reason: expect.stringMatching(/^photograph_1 and photograph_3 show different/),
      },
    ]);
  });
});

describe('a file that is no import', () => {
  const FILES: readonly [what: string, content: string | Uint8Array, words: RegExp][] = [
    ['an empty one', '', /empty.*Its columns are identity_key/],
    ['one without a header', `${rowOf('a.jpg')}\n`, /^Row 1 of the CSV file is no header/],
    ['one without a row', `${HEADER}\n`, /no row below its header/],
    ['one with an unknown column', `${HEADER},name\n`, /^Column 7 of the CSV file is not known: remove it/],
    ['one that lacks a column', 'identity_key,identity_value\n', /lacks photograph_1 and source/],
    ['one with a column twice', `${HEADER},date\n`, /has the column date twice/],
    ['one in Latin-1', Buffer.from(`${HEADER}\ncpf,1,jo\xe3o.jpg`, 'latin1'), /not written in UTF-8/],
    ['one with an open quote', `${HEADER}\ncpf,"1,a.jpg\n`, /^Row 2 begins a quote that is never closed/],
    ['one with an endless row', `${HEADER}\n"${'x'.repeat(20_000)}`, /^Row 2 is longer than 16384/],
  ];

  test.each(FILES)(
    '%s is refused as a whole, in words that repeat nothing of it',
    async (_, content, words) => {
      await fixture.write('references.csv', content);
      const refusal = await fixture.run().catch((error: Error) => error.message);
      expect(refusal).toMatch(words);
      expect(refusal).not.toMatch(/\d{11}|consent-4711/);
    },
  );

  test('is not read from what is neither a file nor a directory with references.csv', async () => {
    await expect(fixture.run()).rejects.toThrow('references.csv cannot be read (ENOENT)');
  });
});

test('a file with a byte order mark, CRLF, semicolons, quotes, blank lines and columns in another order is read', async () => {
  await fixture.write('photos/a; b.jpg', await poseFrame('a', 'front'));
  const lines = [
    '\ufeffdate;source;consent_reference;photograph_1;identity_value;identity_key',
    `2026-03-02;onboarding;"consent-4711";"photos/a; b.jpg";${newCpf()};cpf`,
    '',
    `2026-03-02;onboarding;c;none.jpg;${newCpf()};cpf`,
  ];
  await fixture.write('references.csv', lines.join('\r\n'));
  const { counts, problems } = await fixture.run();
  expect(counts).toMatchObject({ enrolled: 1, refused: 1 });
  expect(problems).toMatchObject([{ row: 4 }]);
});
