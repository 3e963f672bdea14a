import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tracked } from './sources.ts';

const SERVER = 'packages/server/src';
const place = mkdtempSync(join(tmpdir(), 'titular-noun-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** The installed packages, and those of the copy in place of the workspace's own. */
function linkPackages(): void {
  for (const folder of ['node_modules', 'packages/server/node_modules']) {
    if (!existsSync(folder)) continue;
    mkdirSync(join(place, folder), { recursive: true });
    for (const name of readdirSync(folder))
      if (name !== '@titular') symlinkSync(resolve(folder, name), join(place, folder, name));
  }
  mkdirSync(join(place, 'node_modules/@titular'));
  for (const name of readdirSync('packages'))
    symlinkSync(join(place, 'packages', name), join(place, 'node_modules/@titular', name));
}

const write = (file: string, text: string): void => {
  mkdirSync(dirname(join(place, file)), { recursive: true });
  writeFileSync(join(place, file), text);
};

/** Puts a line after one that is there, in a file of the copy. */
const addAfter = (file: string, found: string, added: string): void => {
  const text = readFileSync(join(place, file), 'utf8');
  expect(text.split(found), `${file} has one "${found}"`).toHaveLength(2);
  write(file, text.replace(found, `${found}\n${added}`));
};

/** The noun's folder: what it holds, its row of the route table, its task and when that runs. */
const TOYS: Readonly<Record<string, string>> = {
  'README.md': '# Toys\n\nWhat a test adds.\n\nStart with `module.ts`.\n',
  'module.ts': `import type { Module } from '../module.ts';
import { toyRoutes } from './toy-routes.ts';

/** Toys, and when they are tidied. */
export const createToys = (): Module => ({
  routes: toyRoutes(['ball']),
  tasks: { 'tidy-toys': async () => undefined },
  schedule: [{ task: 'tidy-toys', match: '0 * * * *', queue: 'upkeep' }],
});
`,
  'toy-routes.ts': `import { Type } from 'typebox';
import { REFUSALS_WITHOUT_ID } from '../kernel/http/answers/refusals.ts';
import { defineRoute, type Route } from '../kernel/http/route.ts';

/** What there is to play with. */
export const toyRoutes = (toys: readonly string[]): Route[] => [
  defineRoute({
    operationId: 'readToy',
    summary: 'Read a toy',
    method: 'GET',
    path: '/api/public/v1/toys/:place',
    access: 'token',
    scope: 'calls:read',
    bodyKind: 'none',
    responses: { 200: Type.Object({ toy: Type.String() }), ...REFUSALS_WITHOUT_ID },
    handle: async ({ params }) => ({ status: 200, body: { toy: toys[Number(params.place)] ?? '' } }),
  }),
];
`,
};

/** What a stranger reads of the service in the copy, and what the new operation answers. */
const ASK = `import { buildOpenApi } from './packages/server/src/api-docs/openapi.ts';
import { describeModules, listSchedule, routeTable, workOf } from './packages/server/src/modules.ts';

const modules = describeModules();
const row = routeTable().find(({ operationId }) => operationId === 'readToy');
const document = buildOpenApi(routeTable(), 'http://127.0.0.1:8787');
console.log(JSON.stringify({
  reply: await row.handle({ params: { place: '0' }, query: {}, headers: {} }, {}),
  documented: document.paths['/api/public/v1/toys/{place}'].get.tags,
  task: typeof workOf(modules.all).tasks['tidy-toys'],
  scheduled: listSchedule().filter(({ task }) => task === 'tidy-toys'),
}));
`;

beforeAll(() => {
  for (const file of tracked.filter((one) =>
    /^(?:packages|scripts|journeys|bench|examples)\/|^[^/]+$/.test(one),
  ))
    if (existsSync(file)) cpSync(file, join(place, file));
  linkPackages();
  for (const [file, text] of Object.entries(TOYS)) write(`${SERVER}/toys/${file}`, text);
  addAfter(
    `${SERVER}/modules.ts`,
    "import { createTenants } from './tenants/module.ts';",
    "import { createToys } from './toys/module.ts';",
  );
  addAfter(`${SERVER}/modules.ts`, '  const nouns: readonly Module[] = [', '    createToys(),');
  addAfter(
    'packages/contract/src/operations.ts',
    'const otherNotes = {',
    "  readToy: { tag: 'Your account', description: 'Returns a toy.', codes: ['40002'] },",
  );
  write('ask.mjs', ASK);
  write(
    'noun.json',
    JSON.stringify({ extends: './tsconfig.json', include: ['packages/server/src', 'packages/contract/src'] }),
  );
});

test('a noun is added by its folder, one place of the list of modules and its row in the contract, and types hold', () => {
  const { status, stdout } = spawnSync('tsc', ['-p', 'noun.json'], { cwd: place, encoding: 'utf8' });
  expect([stdout, status]).toEqual(['', 0]);
});

test('its operation answers and is documented, and its task is known and scheduled', () => {
  const told = execFileSync(process.execPath, ['ask.mjs'], { cwd: place, encoding: 'utf8' });
  expect(JSON.parse(told)).toEqual({
    reply: { status: 200, body: { toy: 'ball' } },
    documented: ['Your account'],
    task: 'function',
    scheduled: [{ task: 'tidy-toys', match: '0 * * * *', queue: 'upkeep' }],
  });
});
