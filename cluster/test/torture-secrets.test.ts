import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { codesIn, countCodesInLogs, figuresOfCodes, secretsOf } from '../src/torture/afterwards/secrets.ts';
import { makeDirectory } from './make-directory.ts';

const CODE = 'kX2b5d0m8vQe1sTn7uYw3zAc9fGh4jLp';

test('the code of a link that stands in a log is found, also within a longer word (I7, R53)', () => {
  const directory = makeDirectory();
  const count = (text: string): number => {
    writeFileSync(join(directory, 'node.log'), text);
    return countCodesInLogs(directory, [CODE]);
  };
  expect(count('GET /c/… 200\n')).toBe(0);
  expect(count(`GET /c/${CODE} 200\n`)).toBe(1);
  expect(count(`code_${CODE}_\n`)).toBe(1);
  expect(count(`${CODE.toLowerCase()}\n`)).toBe(0);
  expect(figuresOfCodes({ stage: { directory } as never }, []).map(({ isMet }) => isMet)).toEqual([
    false,
    true,
  ]);
});

test('codes are those of acknowledged creates', () => {
  const path = join(makeDirectory(), 'steady.journal');
  const line = (status: number): string =>
    JSON.stringify({
      kind: 'answered',
      status,
      body: JSON.stringify({ link: `https://titular.example/c/${CODE}` }),
    });
  writeFileSync(path, [line(200), line(500), '{"kind":"sent"}'].join('\n'));
  expect(codesIn([path])).toEqual([CODE]);
});

test('secrets that are looked for are those of tenants whose webhooks are sent, tokens, keys and codes', () => {
  const tenant = (number: number) => ({
    ...{ mark: `canary000${number}x`, clientSecret: `client ${number}`, webhookSecret: `webhook ${number}` },
  });
  const pem = '-----BEGIN PRIVATE KEY-----\nMIGHAgEAMBMGByqGSM49\n-----END PRIVATE KEY-----';
  const ground = {
    tenants: [1, 2, 3].map(tenant),
    neighbour: { ...tenant(9), assertionKey: { privateKeyPem: pem } },
    nodes: { demo: { clientSecret: 'client of the demo', webhookSecret: 'webhook of the demo' } },
    mix: { tokens: () => ['token'] },
  };
  const secrets = secretsOf(ground as never, [CODE]);
  const words = secrets.map(({ word }) => word);
  expect(words).toEqual(
    expect.arrayContaining([
      'client 1',
      'webhook 1',
      'webhook 2',
      'webhook 9',
      'MIGHAgEAMBMGByqGSM49',
      'token',
    ]),
  );
  expect(words).not.toContain('webhook 3');
  const heldBy = (word: string): string[] =>
    [
      '/stage/data/demo.json',
      '/stage/data/demo.curl',
      '/stage/demo.log',
      '/stage/steady-load.journal-calls',
      '/stage/node.log',
    ].filter((path) => secrets.find((one) => one.word === word)?.heldBy?.test(path));
  expect(heldBy('client of the demo')).toEqual(['/stage/data/demo.json', '/stage/data/demo.curl']);
  expect(heldBy(CODE)).toEqual(['/stage/steady-load.journal-calls']);
  expect(heldBy('client 1')).toEqual([]);
});
