import { query } from '../../load/times.ts';
import type { Figure } from '../../trial.ts';
import type { Ground } from '../ground.ts';
import { type Check, checkOf, type Found, zero } from '../judged.ts';
import type { Said } from '../load/webhook-watch.ts';

/** A delivery that the database has as made, to an address below that of the receiver. */
type Made = { event: string; url: string };

/** A delivery, whatever its state, with what its event says. */
type Due = {
  event: string;
  url: string;
  type: string;
  transactionId: string | null;
  status: string | null;
  sequence: number | null;
};

/** What a webhook repeats of its event. */
const NAMES = ['type', 'transactionId', 'status', 'sequence'] as const;

const placeOf = (path: string, event: string): string => `${path} ${event}`;

/** Lists webhooks that have no delivery to the endpoint of their path, so that they went to another tenant (I6), and those that say something else than their event (I5). */
export function checksOfSaid(said: readonly Said[], due: readonly Due[]): Check[] {
  const byPlace = new Map(due.map((one) => [placeOf(new URL(one.url).pathname, one.event), one]));
  const foundOf = ({ path, event, transactionId }: Said, why: string): Found => ({
    about: typeof transactionId === 'string' ? transactionId : event,
    why: `${path}, ${event}: ${why}`,
  });
  const strayed = said.filter(({ path, event }) => !byPlace.has(placeOf(path, event)));
  const unlike = said.flatMap((one) => {
    const own = byPlace.get(placeOf(one.path, one.event));
    const names = own ? NAMES.filter((name) => (one[name] ?? null) !== own[name]) : [];
    return names.length > 0 ? foundOf(one, `another ${names.join(', ')}`) : [];
  });
  return [
    checkOf(
      'I6: webhooks that came to an endpoint to which no delivery leads',
      strayed.map((one) => foundOf(one, 'no delivery')),
    ),
    checkOf('I5: webhooks that say something else than their event', unlike),
  ];
}

/** Lists deliveries that the database has as made, and that the receiver never heard (I5). */
export const checkOfMade = (made: readonly Made[], hasHeard: (path: string, id: string) => boolean): Check =>
  checkOf(
    'I5: deliveries that the database has as made, and that the receiver never heard',
    made
      .filter(({ event, url }) => !hasHeard(new URL(url).pathname, event))
      .map(({ event, url }) => ({ about: event, why: url })),
  );

const figureOf = ({ what, count }: Check): Figure => zero(what, count);

/** Judges what came, as figures. */
export const figuresOfSaid = (said: readonly Said[], due: readonly Due[]): Figure[] =>
  checksOfSaid(said, due).map(figureOf);

/** Judges deliveries that are told as made, as figures. Without any, nothing was shown. */
export const figuresOfMade = (
  made: readonly Made[],
  hasHeard: (path: string, id: string) => boolean,
): Figure[] => [
  {
    what: 'I5: deliveries that the database has as made',
    value: String(made.length),
    target: '> 0',
    isMet: made.length > 0,
  },
  figureOf(checkOfMade(made, hasHeard)),
];

/** Reads all deliveries to endpoints at this address or below it. */
export const readDue = (databaseUrl: string, webhookUrl: string): Promise<(Due & { isMade: boolean })[]> =>
  query<Due & { isMade: boolean }>(
    databaseUrl,
    `SELECT d.event_id::text AS event, p.url, d.state = 'delivered' AND NOT d.skipped AS "isMade", e.type,
       e.transaction_id::text AS "transactionId", e.status, e.sequence
     FROM deliveries d JOIN webhook_endpoints p USING (tenant_id, endpoint_id) JOIN events e USING (tenant_id, event_id)
     WHERE p.url = $1 OR p.url LIKE $1 || '/%'`,
    [webhookUrl],
  );

/** Compares what the database has as delivered with what came. */
export async function compareDeliveries({ databaseUrl, webhookUrl, watch }: Ground): Promise<Figure[]> {
  const all = await readDue(databaseUrl(), webhookUrl);
  const made = all.filter(({ isMade }) => isMade);
  return [...figuresOfMade(made, watch.hasHeard), ...figuresOfSaid(watch.said(), all)];
}
