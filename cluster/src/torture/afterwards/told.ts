import { query } from '../../load/times.ts';
import type { Figure } from '../../trial.ts';
import type { Ground } from '../ground.ts';
import { zero } from '../judged.ts';

/** A delivery that the database has as made, to an address below that of the receiver. */
type Made = { event: string; url: string };

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
  const made = await query<Made>(
    databaseUrl(),
    `SELECT d.event_id::text AS event, p.url FROM deliveries d JOIN webhook_endpoints p USING (tenant_id, endpoint_id)
     WHERE d.state = 'delivered' AND NOT d.skipped AND (p.url = $1 OR p.url LIKE $1 || '/%')`,
    [webhookUrl],
  );
  return figuresOfMade(made, watch.hasHeard);
}
