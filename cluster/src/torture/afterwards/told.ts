import { query } from '../../load/times.ts';
import type { Figure } from '../../trial.ts';
import type { Ground } from '../ground.ts';
import { zero } from '../judged.ts';
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

/** Judges what came: each webhook has a delivery to the endpoint of its path, so that none went to another tenant (I6), and says what its event says (I5). */
export function figuresOfSaid(said: readonly Said[], due: readonly Due[]): Figure[] {
  const byPlace = new Map(due.map((one) => [placeOf(new URL(one.url).pathname, one.event), one]));
  const strayed = said.filter(({ path, event }) => !byPlace.has(placeOf(path, event)));
  const unlike = said.filter((one) => {
    const own = byPlace.get(placeOf(one.path, one.event));
    return own !== undefined && NAMES.some((name) => (one[name] ?? null) !== own[name]);
  });
  return [
    zero('I6: webhooks that came to an endpoint to which no delivery leads', strayed.length),
    zero('I5: webhooks that say something else than their event', unlike.length),
  ];
}

/** Judges deliveries that are told as made: the receiver has to have heard each (I5). Without any, nothing was shown. */
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
  zero(
    'I5: of these that the receiver never heard',
    made.filter(({ event, url }) => !hasHeard(new URL(url).pathname, event)).length,
  ),
];

/** Compares what the database has as delivered with what came. */
export async function compareDeliveries({ databaseUrl, webhookUrl, watch }: Ground): Promise<Figure[]> {
  const all = await query<Due & { isMade: boolean }>(
    databaseUrl(),
    `SELECT d.event_id::text AS event, p.url, d.state = 'delivered' AND NOT d.skipped AS "isMade", e.type,
       e.transaction_id::text AS "transactionId", e.status, e.sequence
     FROM deliveries d JOIN webhook_endpoints p USING (tenant_id, endpoint_id) JOIN events e USING (tenant_id, event_id)
     WHERE p.url = $1 OR p.url LIKE $1 || '/%'`,
    [webhookUrl],
  );
  const made = all.filter(({ isMade }) => isMade);
  return [...figuresOfMade(made, watch.hasHeard), ...figuresOfSaid(watch.said(), all)];
}
