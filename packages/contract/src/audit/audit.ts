import { type Static, Type } from 'typebox';
import { literals } from '../literals.ts';
import { SettingForm } from '../portal/settings.ts';
import { MAX_AUDIT_WORD_LENGTH } from '../text-bounds.ts';
import { instant } from '../transactions/transaction-search.ts';
import { BREAK_KINDS } from './audit-chain.ts';

const CLOSED = { additionalProperties: false } as const;
const uuid = Type.String({ format: 'uuid' });
const hash = Type.String({ pattern: '^[0-9a-f]{64}$' });
// No value of the log holds a control character, and the database takes no NUL.
const word = Type.String({
  minLength: 1,
  maxLength: MAX_AUDIT_WORD_LENGTH,
  pattern: '^[^\\u0000-\\u001f\\u007f]*$',
});
const time = Type.String({ format: 'date-time' });

/** How the audit log is narrowed; every filter is exact. */
const filters = {
  actor: Type.Optional(word),
  action: Type.Optional(word),
  subject: Type.Optional(word),
  from: Type.Optional(instant('Entries from this instant on.')),
  before: Type.Optional(instant('Entries before this instant.')),
  cursor: Type.Optional(uuid),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 250 })),
  exporting: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 10_000,
      description: 'Most entries of the file that begins with this page: the log gets an entry about it.',
    }),
  ),
};

/** How the entries of a tenant are searched. */
export const SearchAudit = Type.Object(filters, CLOSED);
export type SearchAudit = Static<typeof SearchAudit>;

/** How the entries of the deployment are searched; a tenant's alone where one is named. */
export const SearchWholeAudit = Type.Object({ ...filters, of: Type.Optional(uuid) }, CLOSED);
export type SearchWholeAudit = Static<typeof SearchWholeAudit>;

/** One entry; values before and after are JSON texts of an object. */
export const AuditRow = Type.Object(
  {
    id: uuid,
    tenant: Type.Optional(uuid),
    at: time,
    actor: Type.String(),
    actorName: Type.Optional(Type.String()),
    action: Type.String(),
    subject: Type.String(),
    subjectName: Type.Optional(Type.String()),
    before: Type.Optional(Type.String()),
    after: Type.Optional(Type.String()),
    forms: Type.Optional(
      Type.Array(SettingForm, {
        description: 'Of the settings that the entry changes, proposes to change, or tries.',
      }),
    ),
    leftOut: Type.Optional(
      Type.Array(Type.String(), { description: 'Fields without free text, or without the query of a URL.' }),
    ),
  },
  CLOSED,
);
export type AuditRow = Static<typeof AuditRow>;

/** Newest entries first; the search went as far as `nextCursor`, and may have found nothing so far. */
export const AuditRows = Type.Object(
  {
    entries: Type.Array(AuditRow),
    nextCursor: Type.Optional(uuid),
    isOwn: Type.Boolean({ description: "Whether only the caller's own acts are shown." }),
  },
  CLOSED,
);
export type AuditRows = Static<typeof AuditRows>;

const Actor = Type.Object({ actor: Type.String(), name: Type.Optional(Type.String()) }, CLOSED);

/**
 * What a log can be narrowed to, in its order: up to 400 actors of its entries, and the actions of the list that such a log may have. Sessions of
 * receivers are left out: an entry leads to its own. Who sees their own acts alone is offered the actions of those.
 */
export const AuditFilters = Type.Object(
  {
    actors: Type.Array(Actor),
    hasMoreActors: Type.Optional(
      Type.Boolean({ description: 'There may be actors that are not listed; they are searched.' }),
    ),
    actions: Type.Array(Type.String()),
  },
  CLOSED,
);
export type AuditFilters = Static<typeof AuditFilters>;

/** Finds actors by a part of a name or id, in any case and whatever the accents. A key id or client id finds its account; without a text all are found. */
export const SearchAuditActors = Type.Object(
  { text: Type.Optional(word), after: Type.Optional(word) },
  CLOSED,
);
export type SearchAuditActors = Static<typeof SearchAuditActors>;

/** Actors that a bounded step found; the search went as far as `next`, where the next one goes on, and may have found nothing so far. */
export const AuditActors = Type.Object(
  { actors: Type.Array(Actor), next: Type.Optional(Type.String()) },
  CLOSED,
);
export type AuditActors = Static<typeof AuditActors>;

/** A slice of a verification by the server: the first one, or what a cursor goes on with. */
export const VerifyAudit = Type.Object(
  { anchor: Type.Optional(hash), cursor: Type.Optional(Type.String({ maxLength: 1_000 })) },
  CLOSED,
);
export type VerifyAudit = Static<typeof VerifyAudit>;

/** What a slice came to: a cursor to go on with, or the verdict. Nothing of it counts or names what is not the tenant's. */
export const AuditVerification = Type.Object(
  {
    cursor: Type.Optional(Type.String()),
    verdict: Type.Optional(
      Type.Object(
        {
          lastHash: Type.Optional(hash),
          isAnchorFound: Type.Boolean(),
          broken: Type.Optional(
            Type.Object({ kind: literals(BREAK_KINDS), entry: Type.Optional(uuid) }, CLOSED),
          ),
        },
        CLOSED,
      ),
    ),
  },
  CLOSED,
);
export type AuditVerification = Static<typeof AuditVerification>;

const nullable = Type.Union([Type.String(), Type.Null()]);
const Texts = Type.Object(
  {
    entryId: uuid,
    tenantId: nullable,
    at: Type.String(),
    actor: Type.String(),
    action: Type.String(),
    subject: Type.String(),
    before: nullable,
    after: nullable,
  },
  CLOSED,
);
const position = Type.Integer({ minimum: 0 });

/** Where links are read from. */
export const ReadAuditLinks = Type.Object({ after: position }, CLOSED);

/** Links in their order, with what stands in them; `total` is the last position there is. */
export const AuditLinks = Type.Object(
  {
    links: Type.Array(
      Type.Object({ position, entryId: uuid, previousHash: hash, hash, entry: Type.Optional(Texts) }, CLOSED),
    ),
    total: position,
    isEnd: Type.Boolean(),
  },
  CLOSED,
);
export type AuditLinks = Static<typeof AuditLinks>;

/** A hash whose place is looked for. */
export const FindAuditLink = Type.Object({ hash }, CLOSED);
/** The place that has a hash. */
export const FoundAuditLink = Type.Object({ position: Type.Optional(position) }, CLOSED);

/** Where the entries are gone on with, once the chain was walked. */
export const ReadAuditRest = Type.Object({ after: Type.Optional(uuid) }, CLOSED);

/** What is no link: entries that wait for their places, and the first that has none in a slice of the entries. */
export const AuditRest = Type.Object(
  {
    waiting: Type.Array(
      Type.Object(
        { entryId: uuid, text: Type.String(), seconds: Type.Number(), entry: Type.Optional(Texts) },
        CLOSED,
      ),
    ),
    unchained: Type.Optional(uuid),
    next: Type.Optional(uuid),
  },
  CLOSED,
);
export type AuditRest = Static<typeof AuditRest>;
