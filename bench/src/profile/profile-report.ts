import type { RequestProfile } from './measure-profile.ts';

const SHOWN_MODULES = 24;
const MIN_SHARE = 0.005;

const row = (name: string, values: readonly string[]): string => `| ${[name, ...values].join(' | ')} |`;

const FACTS: readonly { name: string; of: (profile: RequestProfile) => string }[] = [
  { name: 'requests', of: ({ requests }) => String(requests) },
  { name: 'processor time of the server, ms', of: ({ cost }) => cost.serverMs.toFixed(3) },
  { name: 'processor time of PostgreSQL, ms', of: ({ cost }) => cost.databaseMs.toFixed(3) },
  { name: 'round trips to PostgreSQL', of: ({ statements }) => statements.toFixed(3) },
  { name: 'time of a round trip, ms', of: ({ statementMs }) => statementMs.toFixed(2) },
  { name: 'database transactions that write', of: ({ cost }) => cost.writes.toFixed(3) },
  { name: 'WAL, bytes', of: ({ cost }) => cost.walBytes.toFixed(0) },
  { name: 'growth of tables and indexes, bytes', of: ({ tableBytes }) => tableBytes.toFixed(0) },
  { name: 'allocated on the main thread, bytes', of: ({ allocatedBytes }) => allocatedBytes.toFixed(0) },
];

const selfMsOf = ({ modules }: RequestProfile): number =>
  Object.values(modules).reduce((sum, ms) => sum + ms, 0);

/** Two tables, in Markdown: what each kind of request cost, and the self time of the modules as a share of it. */
export function profileTables(profiles: readonly RequestProfile[]): string {
  const heads = profiles.map(({ what }) => what);
  const rule = row(
    '---',
    heads.map(() => '---'),
  );
  const shareOf = (profile: RequestProfile, name: string): number =>
    (profile.modules[name] ?? 0) / selfMsOf(profile);
  const names = new Set(profiles.flatMap(({ modules }) => Object.keys(modules)));
  const mostOf = (name: string): number => Math.max(...profiles.map((profile) => shareOf(profile, name)));
  const shown = [...names]
    .filter((name) => mostOf(name) >= MIN_SHARE)
    .toSorted((a, b) => mostOf(b) - mostOf(a))
    .slice(0, SHOWN_MODULES);
  const percent = (share: number): string => (share * 100).toFixed(1);
  return [
    row('for each request', heads),
    rule,
    ...FACTS.map(({ name, of }) => row(name, profiles.map(of))),
    '',
    row('self time of the main thread, %', heads),
    rule,
    ...shown.map((name) =>
      row(
        name,
        profiles.map((profile) => percent(shareOf(profile, name))),
      ),
    ),
  ].join('\n');
}
