import { type Static, Type } from 'typebox';
import { ExportFilter } from '../../exports/exports.ts';
import { ChangeMember, MemberState } from '../people.ts';
import { ChangeSettings, SettingForm } from '../settings.ts';

const CLOSED = { additionalProperties: false } as const;
const uuid = Type.String({ format: 'uuid' });
const time = Type.String({ format: 'date-time' });

/** Settings that are to be changed, those of the tenant or of one company; `seen` is what the proposer saw. */
export const ProposeSettings = Type.Object(
  { company: Type.Optional(uuid), ...ChangeSettings.properties },
  CLOSED,
);
export type ProposeSettings = Static<typeof ProposeSettings>;

/** What a member is to be, with a right to pictures that they do not have. */
export const ProposeMember = Type.Object({ userId: uuid, ...ChangeMember.properties }, CLOSED);
export type ProposeMember = Static<typeof ProposeMember>;

/** Which part of the list is asked for. */
export const SearchActs = Type.Object(
  { limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 250 })), cursor: Type.Optional(uuid) },
  CLOSED,
);
export type SearchActs = Static<typeof SearchActs>;

const waiting = {
  id: uuid,
  proposedBy: Type.Object({ id: uuid, name: Type.Optional(Type.String()) }, CLOSED),
  isOwn: Type.Boolean(),
  proposedAt: time,
  expiresAt: time,
};

/** An act that waits for a second person, with what it changes from and to. */
export const WaitingAct = Type.Union([
  Type.Object(
    {
      kind: Type.Literal('settings'),
      ...waiting,
      /** The company whose settings they are; absent where they are those of the tenant. */
      company: Type.Optional(Type.Object({ id: uuid, name: Type.Optional(Type.String()) }, CLOSED)),
      changes: ChangeSettings.properties.changes,
      /** Absent where a process of an earlier release answers. */
      forms: Type.Optional(Type.Array(SettingForm)),
    },
    CLOSED,
  ),
  Type.Object(
    {
      kind: Type.Literal('member'),
      ...waiting,
      member: Type.Object({ id: uuid, name: Type.Optional(Type.String()) }, CLOSED),
      /** The one whom it is about approves nothing. */
      isAboutYou: Type.Boolean(),
      /** Who made the link by which the member last got a way to sign in; absent where that was an operator on the host, or is not known. */
      linkBy: Type.Optional(Type.Object({ id: uuid, name: Type.Optional(Type.String()) }, CLOSED)),
      /** When that link was made; absent where it is not known. */
      linkAt: Type.Optional(time),
      seen: MemberState,
      next: MemberState,
    },
    CLOSED,
  ),
  Type.Object(
    {
      kind: Type.Literal('export'),
      ...waiting,
      /** What narrows the list; a company stands by its name. The file has the rows up to `proposedAt`. */
      filters: Type.Array(ExportFilter),
      columns: Type.Array(Type.String()),
    },
    CLOSED,
  ),
]);
export type WaitingAct = Static<typeof WaitingAct>;

/** A page of acts that wait, newest first. */
export const ActRows = Type.Object({ acts: Type.Array(WaitingAct), nextCursor: Type.Optional(uuid) }, CLOSED);
export type ActRows = Static<typeof ActRows>;

/** How many changes and erasures wait for the caller as a second person; `isMore` where there are more than were looked at. */
export const WaitingCount = Type.Object(
  { count: Type.Integer({ minimum: 0 }), isMore: Type.Boolean() },
  CLOSED,
);
export type WaitingCount = Static<typeof WaitingCount>;
