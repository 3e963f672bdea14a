import { query } from '../../load/times.ts';
import { waitFor } from '../../stage/wait.ts';
import type { Figure } from '../../trial.ts';
import type { Ground } from '../ground.ts';
import { type Check, checkOf, zero, zeroLate } from '../judged.ts';

const DRAIN_MS = 60_000;
/** Endpoints beside those of the tenants: of the neighbour and of the demo. */
const OTHERS = 2;

/** Ends of which endpoints of the ground have to be told, by what became of each. */
type Deliveries = {
  due: number;
  delivered: number;
  dead: number;
  retried: number;
  late: number;
  none: number;
};

/** What is due is an end for each endpoint of its company that was there before it. One that is due for over a minute, by an endpoint that is enabled, is what nobody looks for any more. */
const DELIVERIES = `
  SELECT count(*)::integer AS due,
    (count(*) FILTER (WHERE d.state = 'delivered'))::integer AS delivered,
    (count(*) FILTER (WHERE d.state = 'failed'))::integer AS dead,
    (count(*) FILTER (WHERE d.state = 'pending'))::integer AS retried,
    (count(*) FILTER (WHERE d.state = 'pending' AND d.next_attempt_at < now() - interval '1 minute'))::integer AS late,
    (count(*) FILTER (WHERE d.delivery_id IS NULL))::integer AS none
  FROM events e JOIN webhook_endpoints p USING (tenant_id, company_id)
    LEFT JOIN deliveries d ON (d.tenant_id, d.event_id, d.endpoint_id) = (e.tenant_id, e.event_id, p.endpoint_id)
  WHERE e.type = 'transaction.finished' AND p.created_at < e.created_at AND p.enabled AND p.deleted_at IS NULL
    AND (p.url = $1 OR p.url LIKE $1 || '/%')`;

/** Ends that are due as above, and that no delivery leads to. */
const LOST = `
  SELECT coalesce(e.transaction_id, e.event_id)::text AS about, p.url AS why
  FROM events e JOIN webhook_endpoints p USING (tenant_id, company_id)
  WHERE e.type = 'transaction.finished' AND p.created_at < e.created_at AND p.enabled AND p.deleted_at IS NULL
    AND (p.url = $1 OR p.url LIKE $1 || '/%') AND NOT EXISTS (SELECT FROM deliveries d
      WHERE (d.tenant_id, d.event_id, d.endpoint_id) = (e.tenant_id, e.event_id, p.endpoint_id))`;

/** Lists ends that endpoints of the ground are due, and that no delivery leads to (I5). */
export const checkOfLost = async (databaseUrl: string, webhookUrl: string): Promise<Check> =>
  checkOf(
    'I5: ends due to endpoints of the ground without a delivery',
    await query(databaseUrl, LOST, [webhookUrl]),
  );

const UNKNOWN: Deliveries = {
  ...{ due: 0, delivered: 0, dead: Number.NaN, retried: Number.NaN, late: Number.NaN, none: Number.NaN },
};

/** Reads what became of them by now. */
export async function readDeliveries(databaseUrl: string, webhookUrl: string): Promise<Deliveries> {
  const [row] = await query<Deliveries>(databaseUrl, DELIVERIES, [webhookUrl]);
  return row ?? UNKNOWN;
}

/** Judges them: acknowledged or not, an end is told of, tried again, or given up where that can be seen (I5). */
export const figuresOfDeliveries = ({ due, delivered, dead, retried, late, none }: Deliveries): Figure[] => [
  {
    what: 'I5: ends due to endpoints of the ground / delivered / dead-lettered / in retry / lost',
    value: [due, delivered, dead, retried, none].join(' / '),
    target: '> 0 due, 0 lost',
    isMet: due > 0 && none === 0,
  },
  zeroLate('I5: deliveries to enabled endpoints of the ground that are due for over a minute', late),
];

/** Endpoints of the ground: those that are there, and those that somebody switched off or deleted, or that skipped an end. */
type Endpoints = { there: number; off: number; skipped: number };

const ENDPOINTS = `
  SELECT count(*)::integer AS there, (count(*) FILTER (WHERE NOT enabled OR deleted_at IS NOT NULL))::integer AS off,
    (SELECT count(*)::integer FROM deliveries d JOIN webhook_endpoints o USING (tenant_id, endpoint_id)
      WHERE skipped AND (o.url = $1 OR o.url LIKE $1 || '/%')) AS skipped
  FROM webhook_endpoints p WHERE p.url = $1 OR p.url LIKE $1 || '/%'`;

/** Judges the ground's own receivers, which answer everything: one that is switched off, gone or passed over is due nothing, and would excuse what it was not told (I5). */
export async function figuresOfEndpoints(
  databaseUrl: string,
  webhookUrl: string,
  made: number,
): Promise<Figure[]> {
  const [row] = await query<Endpoints>(databaseUrl, ENDPOINTS, [webhookUrl]);
  const { there, off, skipped } = row ?? { there: 0, off: Number.NaN, skipped: Number.NaN };
  return [
    zero('I5: endpoints of the ground that are gone, switched off or deleted', made - there + off),
    zero('I5: deliveries to endpoints of the ground that were passed over', skipped),
  ];
}

/** Waits until none is due for over a minute, and tells what became of all. */
export async function countDeliveries({
  stage,
  databaseUrl,
  webhookUrl,
  tenants,
}: Ground): Promise<Figure[]> {
  let found = UNKNOWN;
  const areSent = async (): Promise<boolean> => {
    found = await readDeliveries(databaseUrl(), webhookUrl);
    return found.late === 0;
  };
  await waitFor('deliveries', DRAIN_MS, stage.signal, areSent).catch((error: Error) =>
    stage.say(error.message),
  );
  return [
    ...figuresOfDeliveries(found),
    ...(await figuresOfEndpoints(databaseUrl(), webhookUrl, tenants.length + OTHERS)),
  ];
}
