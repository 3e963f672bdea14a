import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJournal } from '../../load/journal.ts';
import type { Figure } from '../../trial.ts';
import type { Ground } from '../ground.ts';
import { CANARIES } from '../judge-phase.ts';
import { type Judged, zero } from '../judged.ts';

/** A word that may stand in no file, but for those whose use it is to hold it. */
export type Secret = { word: string; heldBy?: RegExp };

/** Tenants whose secrets are looked for in files: each word costs a pass. Those whose webhooks are sent come first. */
const SECRETIVE = 2;
/** Access tokens and codes of links that are looked for in files. */
const SAMPLED = 4;
/** The file that a test environment gives its scripts. */
const DEMO_FILE = /\/demo\.json$/;
/** Journals keep whole answers of the load, which are written by the suite. */
const JOURNALS = /\.journal/;

/** A line from the middle of a key, which says more than its first and last ones. */
const partOf = (pem: string): string => pem.split('\n')[1] ?? pem;

/** Codes of links in acknowledged creates of these journals. */
export function codesIn(paths: readonly string[]): string[] {
  const links = paths.flatMap((path) =>
    readJournal(path).flatMap((line) => {
      if (line.kind !== 'answered' || line.status !== 200) return [];
      return /"link":"([^"]+)"/.exec(line.body ?? '')?.[1] ?? [];
    }),
  );
  return links.map((link) => link.split('/').at(-1) ?? '');
}

/** Words that may stand in no file: persons, and secrets that were used. */
export function secretsOf(
  { tenants, neighbour, nodes: { demo }, mix }: Pick<Ground, 'tenants' | 'neighbour' | 'nodes' | 'mix'>,
  codes: readonly string[],
): Secret[] {
  const { assertionKey } = neighbour;
  const own = [...tenants.slice(0, SECRETIVE), neighbour];
  return [
    ...CANARIES,
    ...own.flatMap(({ clientSecret, webhookSecret }) => [clientSecret, webhookSecret]),
    ...(assertionKey ? [partOf(assertionKey.privateKeyPem)] : []),
    ...mix.tokens().slice(0, SAMPLED),
  ]
    .map((word): Secret => ({ word }))
    .concat([demo.clientSecret, demo.webhookSecret].map((word) => ({ word, heldBy: DEMO_FILE })))
    .concat(codes.slice(-SAMPLED).map((word) => ({ word, heldBy: JOURNALS })))
    .filter(({ word }) => word !== '');
}

const CODE = /[\w-]{32,}/g;

/** Counts codes of links that stand in logs below a directory (R53), all of them. */
export function countCodesInLogs(directory: string, codes: readonly string[]): number {
  const known = new Set(codes);
  const sizes = new Set(codes.map(({ length }) => length));
  const isCode = (text: string): boolean =>
    [...sizes].some((size) =>
      Array.from({ length: text.length - size + 1 }, (_, place) => place).some((place) =>
        known.has(text.slice(place, place + size)),
      ),
    );
  return readdirSync(directory)
    .filter((name) => name.endsWith('.log'))
    .flatMap((name) => readFileSync(join(directory, name), 'utf8').match(CODE) ?? [])
    .filter(isCode).length;
}

/** Looks for the codes of all links that were answered. */
export const figuresOfCodes = ({ stage }: Pick<Ground, 'stage'>, codes: readonly string[]): Figure[] => [
  {
    what: 'I7: codes of links that were looked for in logs',
    value: String(codes.length),
    target: '> 0',
    isMet: codes.length > 0,
  },
  zero('I7: codes of links in logs (R53)', countCodesInLogs(stage.directory, codes)),
];

/** Codes of links of all phases. */
export const codesOf = (judged: readonly Judged[]): string[] =>
  codesIn(judged.flatMap(({ journal }) => [journal, `${journal}-ends`]));
