import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readJournal } from '../../load/journal.ts';
import { query } from '../../load/times.ts';
import { type Check, checkOf } from '../judged.ts';

/** A call of a flow before it was sent, and again with what came of it. `about` is the transaction of an erased person; `id` and `code` are what was made, the code as a hash. */
export type ActLine = {
  number: number;
  method: string;
  path: string;
  about?: string;
  status?: number;
  id?: string;
  code?: string;
};

/** Where calls of flows stand below the directory of a stage. */
export const actsOf = (directory: string): string => join(directory, 'nth-fault.journal-acts');

/** The hash that is kept of the code of a link. */
export const codeOf = (link: string): string =>
  createHash('sha256')
    .update(link.split('/').at(-1) ?? '')
    .digest('hex');

/** An acknowledged act: what it was, on what, and the code that it gave. */
type Act = { kind: Kind; id: string; code: string };

/** An act that a flow asks for, and a condition that holds once it stands; `times` is how often it was acknowledged. */
type Kind = { name: string; method: string; path: RegExp; holds: string };

const AUDITED = (action: string, subject: string): string =>
  `(SELECT count(*) FROM audit_log WHERE action = '${action}' AND subject = '${subject}/' || a.id) >= a.times`;

const ENDPOINT = '/api/public/v1/webhook-endpoints';
const TRANSACTION = '/api/public/v1/walletid/transaction';
const ID = '([0-9a-f-]{36})';

const KINDS: readonly Kind[] = [
  {
    name: 'create',
    method: 'POST',
    path: new RegExp(`^${TRANSACTION}$`),
    holds: 'EXISTS (SELECT FROM transactions WHERE transaction_id = a.id)',
  },
  {
    name: 'cancel',
    method: 'POST',
    path: new RegExp(`^${TRANSACTION}s/${ID}/cancel$`),
    holds: "EXISTS (SELECT FROM transactions WHERE transaction_id = a.id AND status = 'canceled')",
  },
  {
    name: 'link',
    method: 'POST',
    path: new RegExp(`^${TRANSACTION}s/${ID}/link$`),
    holds:
      'EXISTS (SELECT FROM capture_links WHERE subject_id = a.id AND code_hash = decode(a.code, $$hex$$))',
  },
  {
    name: 'process',
    method: 'POST',
    path: /^\/client\/v1\/process$/,
    holds: 'EXISTS (SELECT FROM processes WHERE process_id = a.id)',
  },
  {
    name: 'link of a process',
    method: 'POST',
    path: new RegExp(`^/client/v1/process/${ID}/link$`),
    holds:
      'EXISTS (SELECT FROM capture_links WHERE subject_id = a.id AND code_hash = decode(a.code, $$hex$$))',
  },
  {
    name: 'endpoint',
    method: 'POST',
    path: new RegExp(`^${ENDPOINT}$`),
    holds: `EXISTS (SELECT FROM webhook_endpoints WHERE endpoint_id = a.id) AND ${AUDITED('webhook-endpoint.create', 'webhook-endpoint')}`,
  },
  {
    name: 'change of an endpoint',
    method: 'PATCH',
    path: new RegExp(`^${ENDPOINT}/${ID}$`),
    holds: `EXISTS (SELECT FROM webhook_endpoints WHERE endpoint_id = a.id AND description = 'changed')`,
  },
  {
    name: 'rotation',
    method: 'POST',
    path: new RegExp(`^${ENDPOINT}/${ID}/rotate-secret$`),
    holds: AUDITED('webhook-endpoint.rotate-secret', 'webhook-endpoint'),
  },
  {
    name: 'deletion of an endpoint',
    method: 'DELETE',
    path: new RegExp(`^${ENDPOINT}/${ID}$`),
    holds: 'NOT EXISTS (SELECT FROM webhook_endpoints WHERE endpoint_id = a.id AND deleted_at IS NULL)',
  },
  {
    name: 'resend',
    method: 'POST',
    path: new RegExp(`^/api/public/v1/events/${ID}/resend$`),
    holds: AUDITED('webhook-event.resend', 'webhook-event'),
  },
];

const isGood = ({ status = 0 }: ActLine): boolean => status >= 200 && status < 300;

/** Acts of flows that were acknowledged, by their kind. */
export const listActs = (lines: readonly ActLine[]): Act[] =>
  lines.filter(isGood).flatMap((line) => {
    const kind = KINDS.find(({ method, path }) => method === line.method && path.test(line.path));
    const id = kind && (kind.path.exec(line.path)?.[1] ?? line.id);
    return kind && id ? [{ kind, id, code: line.code ?? '' }] : [];
  });

/** Transactions of persons whose erasure was acknowledged. */
export const listErased = (lines: readonly ActLine[]): string[] =>
  lines.flatMap((line) =>
    isGood(line) && line.path.endsWith('/persons/erasures') ? (line.about ?? []) : [],
  );

/** Reads the calls of flows so far; none before the phase that makes them. */
export const readActs = (directory: string): ActLine[] =>
  existsSync(actsOf(directory)) ? readJournal<ActLine>(actsOf(directory)) : [];

/** Lists acknowledged acts that do not stand, each kind by a statement of its own (I1), and kinds of which none was acknowledged, which shows nothing. */
export async function checksOfActs(databaseUrl: string, lines: readonly ActLine[]): Promise<Check[]> {
  if (lines.length === 0) return [];
  const byKind = Map.groupBy(listActs(lines), ({ kind }) => kind);
  const checks: Check[] = [];
  for (const kind of KINDS) {
    const acts = [...Map.groupBy(byKind.get(kind) ?? [], ({ id, code }) => `${id} ${code}`).values()];
    const rows = await query<{ about: string }>(
      databaseUrl,
      `SELECT a.id::text AS about FROM unnest($1::uuid[], $2::text[], $3::integer[]) a (id, code, times) WHERE NOT (${kind.holds})`,
      [acts.map(([one]) => one?.id), acts.map(([one]) => one?.code), acts.map(({ length }) => length)],
    );
    checks.push(checkOf(`I1: acknowledged acts of flows that do not stand: ${kind.name}`, rows));
  }
  const missing = KINDS.filter((kind) => !byKind.has(kind)).length + (listErased(lines).length > 0 ? 0 : 1);
  return [
    ...checks,
    { what: 'kinds of acts of flows of which none was acknowledged', count: missing, isOfLoad: true },
  ];
}
