import { type Static, Type } from 'typebox';
import { ErasureCounts, ErasureReference } from '../account/erasures.ts';
import { literals } from '../literals.ts';
import { instant } from '../transactions/transaction-search.ts';
import { DUE_CLASSES } from './due-classes.ts';

const CLOSED = { additionalProperties: false } as const;
const uuid = Type.String({ format: 'uuid' });
const time = Type.String({ format: 'date-time' });
const cursor = Type.Optional(uuid);
const page = { limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 250 })), cursor };
const identity = Type.Object(
  { key: Type.String({ maxLength: 32 }), value: Type.String({ minLength: 1, maxLength: 64 }) },
  CLOSED,
);

/** Whom to erase; it stands in a body alone, so that no address and no log has it. */
export const EraseByHand = Type.Object({ identity, reference: Type.Optional(ErasureReference) }, CLOSED);
export type EraseByHand = Static<typeof EraseByHand>;

/** Whom the approver says the proposal is about, from the request and not from the page, which shows it masked. */
export const ApproveErasure = Type.Object({ identity }, CLOSED);
export type ApproveErasure = Static<typeof ApproveErasure>;

/** Which part of a list is asked for. */
export const SearchErasures = Type.Object(page, CLOSED);
export type SearchErasures = Static<typeof SearchErasures>;

/** An erasure as it is listed: it names nobody. */
export const ErasureRow = Type.Object(
  { id: uuid, erasedAt: time, reference: Type.Optional(Type.String()), counts: ErasureCounts },
  CLOSED,
);
export type ErasureRow = Static<typeof ErasureRow>;

/** A page of erasures, newest first. */
export const ErasureRows = Type.Object({ erasures: Type.Array(ErasureRow), nextCursor: cursor }, CLOSED);
export type ErasureRows = Static<typeof ErasureRows>;

/** An erasure that waits for a second person; the identity is masked, and who approves names it. */
export const ErasureProposal = Type.Object(
  {
    id: uuid,
    identity: Type.Object({ key: Type.String(), masked: Type.String() }, CLOSED),
    reference: Type.Optional(Type.String()),
    proposedBy: Type.Object({ id: uuid, name: Type.Optional(Type.String()) }, CLOSED),
    isOwn: Type.Boolean(),
    proposedAt: time,
    expiresAt: time,
  },
  CLOSED,
);
export type ErasureProposal = Static<typeof ErasureProposal>;

/** A page of proposals that wait, newest first, and whether an erasure takes two persons now. */
export const ErasureProposals = Type.Object(
  { proposals: Type.Array(ErasureProposal), nextCursor: cursor, isTwoPerson: Type.Boolean() },
  CLOSED,
);
export type ErasureProposals = Static<typeof ErasureProposals>;

/** How many persons asked on the page for the deletion of their data and are not erased; `isMore` where older requests were not looked at. */
export const OpenRequests = Type.Object(
  { count: Type.Integer({ minimum: 0 }), isMore: Type.Boolean() },
  CLOSED,
);
export type OpenRequests = Static<typeof OpenRequests>;

/** Where days begin in the zone of whoever asks, the last of them the end. */
export const CountDue = Type.Object(
  { days: Type.Array(instant('Where a day begins.'), { minItems: 2, maxItems: 9 }) },
  CLOSED,
);
export type CountDue = Static<typeof CountDue>;

/** How many of each class go: those due before the first day, then day by day. */
export const DueData = Type.Object(
  {
    classes: Type.Array(
      Type.Object(
        {
          class: literals(DUE_CLASSES),
          isHeld: Type.Boolean({ description: 'A legal hold keeps what it covers; that is not counted.' }),
          counts: Type.Array(Type.Integer({ minimum: 0 })),
        },
        CLOSED,
      ),
    ),
  },
  CLOSED,
);
export type DueData = Static<typeof DueData>;
