import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PLACEHOLDERS } from '@titular/contract';
import { buildOpenApi, DEFAULT_SERVER_URL } from '@titular/server/api-docs/openapi.ts';
import { exampleRequest, isSuccess } from '@titular/server/api-docs/operation-examples.ts';
import { operationsOf } from '@titular/server/api-docs/render-page.ts';
import { routeTable } from '@titular/server/modules.ts';
import { startTestService, type TestService } from '@titular/test-kit';
import { COMPILE_CACHE } from '@titular/test-kit/compile-cache.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasGo, run as runProgram } from '../../../../clients/go/test/run-go.ts';
import { hasJava } from '../../../../clients/java/test/run-java.ts';
import { AUTOLOAD, hasPhp, runPhp } from '../../../../clients/php/test/run-php.ts';
import { hasPython, PACKAGE, runPython } from '../../../../clients/python/test/run-python.ts';
import { type Call, calledExamples, callsOf } from '../../../../scripts/clients/calls.ts';
import { LEFT_OUT_OF_GENERATED } from '../../../../scripts/clients/client-operations.ts';
import { TypedSchemas } from '../../../../scripts/clients/typed-schemas.ts';
import { newMerchant } from '../transactions/api.ts';
import { type ExampleFixture, makeReal } from './example-fixture.ts';
import { shapeOf } from './examples-of.ts';
import { buildGoPrograms, realTexts } from './go-programs.ts';
import { startJavaPrograms } from './java-programs.ts';
import { expectedNotes, judgeAnswer, parseNotes, withoutEmptyLists, writeHooks } from './program-output.ts';
import { type SeenRequest, startRecordingProxy } from './recording-proxy.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const run = promisify(execFile);
const document = buildOpenApi(routeTable({} as never), DEFAULT_SERVER_URL);

/** Every example that shows how an operation is called. */
const examples = operationsOf(document).flatMap((placed) =>
  calledExamples(placed).map((shown) => ({ placed, shown, id: placed.operation.operationId })),
);
type Example = (typeof examples)[number];
type Fixture = ExampleFixture & { real: ReadonlyMap<string, string> };

let service: TestService;
let proxy: Awaited<ReturnType<typeof startRecordingProxy>>;
let directory: string;
let goPrograms: Awaited<ReturnType<typeof buildGoPrograms>>;
let javaPrograms: Awaited<ReturnType<typeof startJavaPrograms>> | undefined;
const ran: Record<Call['id'], number> = { curl: 0, typescript: 0, python: 0, php: 0, go: 0, java: 0 };
const notRun = new Set<string>();

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'titular-calls-'));
  await symlink(join(ROOT, 'node_modules'), join(directory, 'node_modules'));
  await writeFile(join(directory, 'package.json'), '{"type":"module"}');
  await writeHooks(directory);
  await mkdir(join(directory, 'vendor'));
  await writeFile(join(directory, 'vendor/autoload.php'), `<?php require ${JSON.stringify(AUTOLOAD)};`);
  service = await startTestService();
  proxy = await startRecordingProxy(service.url);
  if (hasGo) goPrograms = await buildGoPrograms(directory, callsIn('go'), isPlaceholder);
  if (hasJava) javaPrograms = await startJavaPrograms(directory, callsIn('java'), isPlaceholder);
});
afterAll(async () => {
  const python = hasPython ? ran.python : 'none, because there is no python3 from 3.9 on here';
  const php = hasPhp ? ran.php : 'none, because there is no php from 8.1 on here';
  const go = hasGo ? ran.go : 'none, because there is no go from 1.19 on here';
  const java = hasJava ? ran.java : 'none, because there is no javac from 17 on here';
  console.log(
    `calls run: curl ${ran.curl}, TypeScript ${ran.typescript}, Python ${python}, PHP ${php}, Go ${go}, Java ${java}`,
  );
  javaPrograms?.end();
  for (const line of notRun) console.log(`not run: ${line}`);
  await proxy.close();
  await service.close();
  await rm(directory, { recursive: true });
});

const schemas = new TypedSchemas(document);

/** The programs of all examples in one language. */
const callsIn = (language: Call['id']): Call[] =>
  examples
    .flatMap(({ placed, shown }) => callsOf(placed, shown.name, DEFAULT_SERVER_URL, schemas))
    .filter(({ id, code }) => id === language && code !== undefined);

const isPlaceholder = (text: string): boolean =>
  Object.values(PLACEHOLDERS).some((one) => new RegExp(`(?<![\\w-])${one}(?![\\w-])`).test(text));

/** The placeholders of a request, wherever they stand in it. */
const placeholdersIn = (value: unknown): string[] => {
  if (typeof value === 'string')
    return (Object.values(PLACEHOLDERS) as string[]).includes(value) ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(placeholdersIn) : [];
};

async function makeFixture({ placed, shown }: Example): Promise<Fixture> {
  const fixture = { service, merchant: await newMerchant(service) };
  const { parameters, body } = exampleRequest(placed, shown.name);
  const real = new Map<string, string>();
  for (const text of new Set(placeholdersIn([body, ...parameters.map(({ value }) => value)])))
    real.set(text, String(await makeReal(fixture, text)));
  return { ...fixture, real };
}

/** What only reads is asked of the same data in every language. */
const kept = new Map<Example, Promise<Fixture>>();
function fixtureOf(example: Example): Promise<Fixture> {
  if (example.placed.method !== 'get') return makeFixture(example);
  const fixture = kept.get(example) ?? makeFixture(example);
  kept.set(example, fixture);
  return fixture;
}

/** A text with the real values in the places of its placeholders. */
const putIn = (text: string, { real }: Fixture): string =>
  [...real].reduce(
    (so_far, [placeholder, value]) =>
      so_far.replace(new RegExp(`(?<![\\w-])${placeholder}(?![\\w-])`, 'g'), () => value),
    text,
  );

type Outcome = { code: number | null; printed: unknown[] | undefined };

/** Runs a program as a reader would who sets its variables; returns its exit code and what it printed. */
async function execute({ id, file, code = '' }: Call, fixture: Fixture): Promise<Outcome> {
  const { tenant, token } = fixture.merchant;
  const program = join(directory, file);
  const notes = `${program}.printed`;
  const env = {
    TITULAR_URL: proxy.url,
    CLIENT_ID: tenant.clientId,
    CLIENT_SECRET: tenant.clientSecret,
    TOKEN: token,
    PRINTED: notes,
    HOME: directory,
    PATH: '/usr/bin:/bin',
  };
  await writeFile(program, putIn(code, fixture));
  await writeFile(notes, '');
  const readNotes = async (): Promise<unknown[]> => parseNotes(await readFile(notes, 'utf8'));
  if (id === 'python') {
    const PYTHONPATH = `${directory}:${PACKAGE}`;
    const { code: ended } = await runPython([program], { env: { ...env, PYTHONPATH } });
    return { code: ended, printed: await readNotes() };
  }
  if (id === 'go') {
    const REAL = realTexts(code, isPlaceholder, (text) => putIn(text, fixture));
    const { code: ended } = await runProgram(goPrograms.program, [file], { env: { ...env, REAL } });
    return { code: ended, printed: await readNotes() };
  }
  if (id === 'java' && javaPrograms) {
    const real = realTexts(code, isPlaceholder, (text) => putIn(text, fixture));
    return javaPrograms.run(file, env, real);
  }
  if (id === 'php') return { code: (await runPhp([program], { env })).code, printed: undefined };
  const hook = join(directory, 'note-prints.mjs');
  const [command, given] =
    id === 'curl' ? ['bash', ['--norc', '-eu', program]] : [process.execPath, ['--import', hook, program]];
  const options = { env: { ...env, ...COMPILE_CACHE }, encoding: 'buffer', maxBuffer: 2 ** 26 } as const;
  return run(command, given, options).then(
    async ({ stdout }) => ({ code: 0, printed: id === 'curl' ? [stdout] : await readNotes() }),
    async (error: { code: number }) => ({ code: error.code, printed: await readNotes() }),
  );
}

const parseBody = (type: string, body: string): unknown => {
  if (body === '') return undefined;
  return type === 'application/json' ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body));
};

/** The request that an example shows, with the real values. */
function expectedOf({ placed, shown }: Example, fixture: Fixture): Record<string, unknown> {
  const { verb, path, parameters, body } = exampleRequest(placed, shown.name);
  const given = (place: string): Record<string, string> =>
    Object.fromEntries(
      parameters
        .filter((one) => one.in === place)
        .map(({ name, value }) => [place === 'header' ? name.toLowerCase() : name, putIn(value, fixture)]),
    );
  return {
    method: verb,
    path: putIn(path, fixture),
    query: given('query'),
    headers: given('header'),
    body: body === undefined ? undefined : JSON.parse(putIn(JSON.stringify(body), fixture)),
    status: Number(shown.status),
  };
}

/** The form of the first answer that a language got, which every other has to get. */
const shapes = new Map<Example, unknown>();

/** Holds an answer against the published document, what the program printed of it, and what other languages got. */
function holdAnswer(
  example: Example,
  call: Call,
  answers: readonly SeenRequest[],
  printed: unknown[] | undefined,
): void {
  const outside = answers.map((one) => judgeAnswer(example.placed, one));
  expect(outside).toEqual(answers.map(() => undefined));
  const [first] = answers;
  if (!first) return;
  // What `print_r` writes of an answer leaves its types out, so PHP is held by the shape alone.
  if (printed) {
    const form = ['go', 'java'].includes(call.id) ? withoutEmptyLists : (value: unknown) => value;
    const expected = call.id === 'curl' ? [first.content] : expectedNotes(call, answers);
    expect(form(printed)).toEqual(form(expected));
  }
  const { status, type, content } = first;
  const isJson = type === 'application/json' && content.length > 0;
  const shape = { status, type, body: isJson ? shapeOf(JSON.parse(content.toString())) : undefined };
  expect(shape).toEqual(shapes.get(example) ?? shape);
  shapes.set(example, shape);
}

/** How programs end by an error that they do not catch. */
const AFTER_ERROR: Partial<Record<Call['id'], number>> = { python: 1, php: 255, go: 1, java: 1 };

const isToken = ({ path }: SeenRequest): boolean => path === '/oauth2/token';

/** Runs an example and holds what reached the service against what the example shows. */
async function hold(example: Example, language: Call['id']): Promise<void> {
  const call = callsOf(example.placed, example.shown.name, proxy.url, schemas).find(
    ({ id }) => id === language,
  );
  if (call?.code === undefined) {
    expect(call?.reason).toMatch(/^[A-Z].*\.$/);
    notRun.add(`${example.id} in ${call?.title}: ${call?.reason}`);
    return;
  }
  const fixture = await fixtureOf(example);
  proxy.seen.length = 0;
  const { code, printed } = await execute(call, fixture);
  const asked = proxy.seen.filter((one) => example.placed.path === '/oauth2/token' || !isToken(one));
  const expected = expectedOf(example, fixture);
  const [first] = asked;
  if (!first) throw new Error(`${call.file} asked for nothing`);
  const { type } = exampleRequest(example.placed, example.shown.name);
  const { type: _type, content: _content, ...asFirst } = first;
  const headers = Object.keys(expected['headers'] as object);
  expect({
    ...asFirst,
    headers: Object.fromEntries(headers.map((name) => [name, first.headers[name]])),
    body: parseBody(type, first.body),
  }).toEqual(expected);
  // A list goes on to its end.
  expect(asked.slice(1).filter(({ path, status }) => path !== first.path || status !== 200)).toEqual([]);
  holdAnswer(example, call, asked, printed);
  const raises = !isSuccess(example.shown) && !LEFT_OUT_OF_GENERATED[example.id];
  expect(code).toBe(raises ? (AFTER_ERROR[language] ?? 0) : 0);
  ran[language] += 1;
}

const rows = examples.map((example) => [example.id, example.shown.name, example] as const);

describe('a call of the reference sends what its example shows, and is answered as that says (W12)', () => {
  test.each(rows)('%s: %s by curl', (_id, _name, example) => hold(example, 'curl'));
  test.each(rows)('%s: %s in TypeScript', (_id, _name, example) => hold(example, 'typescript'));
  test.skipIf(!hasPython).each(rows)('%s: %s in Python', (_id, _name, example) => hold(example, 'python'));
  test.skipIf(!hasPhp).each(rows)('%s: %s in PHP', (_id, _name, example) => hold(example, 'php'));
  test.skipIf(!hasGo).each(rows)('%s: %s in Go', (_id, _name, example) => hold(example, 'go'));
  test.skipIf(!hasJava).each(rows)('%s: %s in Java', (_id, _name, example) => hold(example, 'java'));

  test.skipIf(!hasGo)('is written in Go as gofmt writes it, and compiles by the types of the module', () => {
    expect(goPrograms.unformatted).toBe('');
  });

  test('shows every operation of the contract', () => {
    const names = Object.values(document.paths).flatMap((item) =>
      Object.values(item).map(({ operationId }) => operationId),
    );
    expect(new Set(examples.map(({ id }) => id))).toEqual(new Set(names));
  });

  test('compiles in TypeScript, by the types of the package', async () => {
    const programs = callsIn('typescript');
    for (const { file, code = '' } of programs) await writeFile(join(directory, file), code);
    const compilerOptions = {
      ...{ target: 'ES2022', lib: ['ES2022'], module: 'NodeNext', moduleResolution: 'NodeNext' },
      ...{ types: ['node'], typeRoots: [join(ROOT, 'node_modules/@types')], strict: true, noEmit: true },
    };
    const files = programs.map(({ file }) => file);
    await writeFile(join(directory, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
    const { stdout } = await run(process.execPath, [compiler, '-p', directory]).catch(
      (error: { stdout: string }) => error,
    );
    expect(stdout).toBe('');
  });
});
