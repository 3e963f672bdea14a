import { addSeconds, type Clock } from '@titular/server/kernel/base/clock.ts';
import type { CompanyId } from '@titular/server/kernel/base/id.ts';
import type { Db } from '@titular/server/kernel/database/connect.ts';
import {
  FIRST_PLACE,
  type FollowedAttempt,
  listAttemptsBetween,
  listLastAttempts,
  takeSnapshot,
} from '@titular/server/webhooks/index.ts';
import type { Line } from '../../frame/command.ts';
import { pause } from '../../frame/pause.ts';
import { formatValue } from '../../frame/print.ts';

const POLL_EVERY_MS = 1_000;
const PAGE = 500;

/** Longer than an attempt and the wait to be kept may take. */
const MAX_UNKEPT_SECONDS = 600;

/** Attempts among which the last ones of a company are looked for. */
const MAX_LOOKBACK_MS = 10_000;

/** Which attempts are wanted, and how many that are over already. */
export type Following = { companyId: CompanyId | undefined; lines: number };

function toLine({ place, ...attempt }: FollowedAttempt): Line {
  const { startedAt, endpointId, type, responseStatus, error, durationMs } = attempt;
  const outcome = responseStatus ?? error;
  const words = [startedAt, endpointId, type, outcome, `${durationMs} ms`];
  return {
    text: words.map((word) => formatValue(word).replaceAll('\n', ' ')).join('  '),
    record: {
      startedAt,
      tenant: place.tenantId,
      company: attempt.companyId,
      endpoint: endpointId,
      event: attempt.eventId,
      type,
      delivery: place.deliveryId,
      number: place.number,
      responseStatus,
      error,
      durationMs,
    },
  };
}

/** Every attempt that is kept from now on, each once, a line a second after it at the latest, until it is stopped. */
export async function* followAttempts(
  { db, clock }: { db: Db; clock: Clock },
  { companyId, lines }: Following,
  stopping: AbortSignal,
): AsyncGenerator<Line> {
  const matches = (attempt: FollowedAttempt): boolean =>
    companyId === undefined || attempt.companyId === companyId;
  const startedFrom = addSeconds(clock.now(), -MAX_UNKEPT_SECONDS);
  let since = await takeSnapshot(db);
  if (lines > 0) {
    const last = await listLastAttempts(db, since, companyId === undefined ? lines : MAX_LOOKBACK_MS);
    yield* last.filter(matches).slice(-lines).map(toLine);
  }
  do {
    const until = await takeSnapshot(db);
    let place = FIRST_PLACE;
    for (let isMore = true; isMore; ) {
      const page = await listAttemptsBetween(db, { since, until, startedFrom }, place, PAGE);
      yield* page.filter(matches).map(toLine);
      place = page.at(-1)?.place ?? place;
      isMore = page.length === PAGE && !stopping.aborted;
    }
    since = until;
  } while (await pause(POLL_EVERY_MS, stopping));
}
