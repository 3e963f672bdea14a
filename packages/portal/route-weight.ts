import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Rolldown } from 'vite';
import { buildPage } from './build-page.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

/** A file of the built page: a chunk of script, or a style sheet, picture or document. */
export type BuiltFile = Rolldown.OutputChunk | Rolldown.OutputAsset;

/** Builds the page in memory. */
export const buildFiles = async (): Promise<BuiltFile[]> =>
  (await buildPage({ write: false })).flatMap(({ output }) => [...output]);

/** What a file holds. */
export const contentOf = (file: BuiltFile): string | Uint8Array =>
  file.type === 'chunk' ? file.code : file.source;

const zipped = (file: BuiltFile): number => gzipSync(contentOf(file), { level: 9 }).length;

/** The chunks of script among the files. */
export const chunksOf = (files: readonly BuiltFile[]): Rolldown.OutputChunk[] =>
  files.filter((file) => file.type === 'chunk');

/** The chunk that holds a source, named from the package's directory. */
export function chunkOf(files: readonly BuiltFile[], source: string): Rolldown.OutputChunk {
  const found = chunksOf(files).find(({ moduleIds }) => moduleIds.includes(root + source));
  if (!found) throw new Error(`no chunk has ${source}`);
  return found;
}

/** What a browser fetches for some sources: bytes of script and style after gzip, and the names of the chunks. */
export type Fetched = { js: number; css: number; names: Set<string> };

/** Follows the chunks of sources, all that those import, and their style sheets. */
export function fetchedFor(files: readonly BuiltFile[], ...sources: string[]): Fetched {
  const chunks = chunksOf(files);
  const names = new Set<string>();
  const styles = new Set<string>();
  const add = (chunk: Rolldown.OutputChunk): void => {
    if (names.has(chunk.fileName)) return;
    names.add(chunk.fileName);
    for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style);
    for (const name of chunk.imports) {
      const next = chunks.find(({ fileName }) => fileName === name);
      if (next) add(next);
    }
  };
  for (const source of sources) add(chunkOf(files, source));
  const html = files.find(({ fileName }) => fileName === 'index.html');
  for (const [, name = ''] of String(html && contentOf(html)).matchAll(
    /href="\/portal\/(assets\/[^"]+\.css)"/g,
  ))
    styles.add(name);
  const sum = (counted: Set<string>): number =>
    files.filter(({ fileName }) => counted.has(fileName)).reduce((total, file) => total + zipped(file), 0);
  return { js: sum(names), css: sum(styles), names };
}

/** Sources that the sign-in takes. */
export const SIGN_IN = ['src/main.tsx', 'src/i18n/pt/early.ts'] as const;
/** Sources that every page takes after it. */
export const SIGNED_IN = [...SIGN_IN, 'src/app.tsx', 'src/i18n/pt/app.ts'] as const;

/** Sources that the page for verifying receipts takes, without a session. */
export const VERIFY = [
  ...SIGN_IN,
  'src/pages/verify/verify-page.tsx',
  'src/i18n/pt/verify-texts.ts',
] as const;

const LISTS = 'src/i18n/pt/cases/list-stage.ts';
const SETTINGS = 'src/i18n/pt/settings/setting-stage.ts';
const PERMISSIONS = 'src/i18n/pt/permission-texts.ts';
const ME = 'src/i18n/pt/me-texts.ts';
const AUDIT = 'src/i18n/pt/audit/audit-stage.ts';
const CASES = 'src/i18n/pt/cases/case-stage.ts';
const ERRORS = 'src/i18n/pt/error-texts.ts';
const DEVELOPERS = 'src/i18n/pt/developers/developer-stage.ts';
const DEPLOYMENT = 'src/i18n/pt/deployment-texts.ts';
const OPERATORS = 'src/i18n/pt/operators/operator-stage.ts';
const STAYS = 'src/i18n/pt/operators/stay-texts.ts';

/** Every route with the sources that it takes besides, its words included. */
export const ROUTES: readonly (readonly [route: string, ...sources: string[]])[] = [
  ['/', 'src/pages/home/tenant-home.tsx', PERMISSIONS],
  ['/me', 'src/pages/me/me-page.tsx', ME, 'src/i18n/pt/enrolment-texts.ts'],
  ['/op', 'src/pages/deployment/deployment-page.tsx', DEPLOYMENT],
  ['/op/tenants/…', 'src/pages/deployment/tenants/tenant-page.tsx', DEPLOYMENT, OPERATORS, STAYS, SETTINGS],
  ['/op/users', 'src/pages/deployment/people/people-page.tsx', DEPLOYMENT, OPERATORS, LISTS],
  ['/op/queues', 'src/pages/deployment/queues/queues-page.tsx', DEPLOYMENT, OPERATORS, LISTS],
  ['/t/…/team', 'src/pages/team/team-page.tsx', 'src/i18n/pt/team-texts.ts', ME, PERMISSIONS, STAYS],
  [
    '/t/…/developers/endpoints',
    'src/pages/developers/endpoints-page.tsx',
    DEVELOPERS,
    'src/i18n/pt/team-texts.ts',
  ],
  [
    '/t/…/developers/…',
    'src/pages/developers/developer-pages.tsx',
    ...[LISTS, CASES, DEVELOPERS, 'src/i18n/pt/team-texts.ts'],
  ],
  [
    '/t/…/developers/accounts/…',
    'src/pages/developers/accounts/account-pages.tsx',
    ...[DEVELOPERS, 'src/i18n/pt/accounts/account-texts.ts'],
  ],
  [
    '/t/…/developers/calls/…',
    'src/pages/developers/calls/call-pages.tsx',
    ...[LISTS, CASES, DEVELOPERS, ERRORS, 'src/i18n/pt/calls/call-stage.ts'],
  ],
  [
    '/t/…/developers/limits',
    'src/pages/developers/limits/limits-page.tsx',
    ...[LISTS, DEVELOPERS, 'src/i18n/pt/calls/call-stage.ts', 'src/i18n/pt/limits/limit-texts.ts'],
  ],
  ['/t/…/overview', 'src/pages/overview/overview-page.tsx', ...[LISTS, DEVELOPERS, STAYS]],
  ['/t/…/transactions', 'src/pages/transactions/transactions-page.tsx', LISTS],
  ['/t/…/transactions/…', 'src/pages/case/case-pages.tsx', LISTS, CASES, ERRORS],
  ['/t/…/transactions/new', 'src/pages/transactions/new/new-transaction-page.tsx', LISTS, CASES],
  ['/t/…/processes', 'src/pages/processes/processes-page.tsx', LISTS],
  ['/t/…/settings/…', 'src/pages/settings/settings-pages.tsx', LISTS, SETTINGS],
  ['/t/…/audit', 'src/pages/audit/audit-page.tsx', LISTS, AUDIT, SETTINGS],
  ['/t/…/data', 'src/pages/data/data-page.tsx', 'src/i18n/pt/data/data-texts.ts'],
  ['/t/…/exports', 'src/pages/exports/exports-page.tsx', 'src/i18n/pt/exports/export-texts.ts', AUDIT],
  ['/op/audit', 'src/pages/audit/whole-audit-page.tsx', LISTS, AUDIT, SETTINGS, DEPLOYMENT],
  ['/t/…/find', 'src/find/find-page.tsx', LISTS],
];

/** The name of a route, and its weight after gzip: all of the sign-in, and what each other route adds to what every page takes. */
export type RouteWeight = { route: string; js: number; css: number };

/** Weighs the sign-in, what every page takes, and what each route adds. */
export function weighRoutes(files: readonly BuiltFile[]): RouteWeight[] {
  const weigh = (route: string, sources: readonly string[], { js, css } = { js: 0, css: 0 }) => {
    const fetched = fetchedFor(files, ...sources);
    return { route, js: fetched.js - js, css: fetched.css - css };
  };
  const every = fetchedFor(files, ...SIGNED_IN);
  return [
    weigh('sign-in', SIGN_IN),
    weigh('every page', SIGNED_IN),
    ...ROUTES.map(([route, ...sources]) => weigh(route, [...SIGNED_IN, ...sources], every)),
  ];
}
