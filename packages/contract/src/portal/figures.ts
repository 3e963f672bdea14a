import { type Static, Type } from 'typebox';
import { literals } from '../literals.ts';
import { BROWSER_FAMILIES } from '../page/page-events.ts';
import { PAGE_HURDLES, PAGE_STEPS } from '../page/page-steps.ts';
import { MODULES } from '../transactions/modules.ts';
import { TransactionStatus } from '../transactions/transactions.ts';

const CLOSED = { additionalProperties: false } as const;
const count = Type.Integer({ minimum: 0 });
const time = Type.String({ format: 'date-time' });

/**
 * Which figures are asked for: of transactions by the time of their creation, in slots from each start to the next; the last start ends the
 * last slot. Figures are of whole hours, so that a start is taken back to its hour.
 */
export const ReadFigures = Type.Object(
  {
    starts: Type.Array(time, { minItems: 2, maxItems: 101 }),
    company: Type.Optional(Type.String({ format: 'uuid' })),
    module: Type.Optional(literals(MODULES)),
  },
  CLOSED,
);
export type ReadFigures = Static<typeof ReadFigures>;

/** Figures as a job counted them, usually a minute ago; `countedAt` tells where it is late. */
export const Figures = Type.Object(
  {
    isBuilding: Type.Boolean({ description: 'Whether older transactions are still being counted.' }),
    isOpenMissing: Type.Boolean({ description: 'Whether transactions under way are not counted now.' }),
    countedAt: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'Up to when the figures are whole; absent where nothing is left to count.',
      }),
    ),
    statuses: Type.Array(Type.Object({ slot: count, status: TransactionStatus, count }, CLOSED), {
      description: 'Transactions by slot and present status.',
    }),
    times: Type.Array(Type.Object({ underSeconds: Type.Optional(count), count }, CLOSED), {
      description: 'Approved and inconclusive ones by the time from creation to end; the last has no bound.',
    }),
    attempts: Type.Array(Type.Object({ attempts: count, count }, CLOSED), {
      description: 'Approved ones by the attempts they needed; five stands for five and more.',
    }),
    funnel: Type.Object(
      { created: count, opened: count, begun: count, completed: count, approved: count },
      { ...CLOSED, description: 'Ended ones with a page; each step is a part of the one before it.' },
    ),
    reasons: Type.Array(Type.Object({ reason: Type.String(), count }, CLOSED), {
      description: 'Reasons of ends without an approval, the most frequent first.',
    }),
    pageDays: Type.Object(
      { first: Type.String({ format: 'date' }), last: Type.String({ format: 'date' }) },
      { ...CLOSED, description: 'The whole days (UTC) that `pages` are of.' },
    ),
    pages: Type.Array(
      Type.Object(
        {
          event: literals([...PAGE_STEPS, ...PAGE_HURDLES] as const),
          browser: literals(BROWSER_FAMILIES),
          sessions: count,
        },
        CLOSED,
      ),
      {
        description:
          'Sessions of pages that told of a step or a hurdle at least once, by family of browser; of whole days in UTC, of transactions and processes.',
      },
    ),
  },
  CLOSED,
);
export type Figures = Static<typeof Figures>;
