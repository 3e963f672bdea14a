import type { AuditAction, AuditFilters, AuditRow, SearchAudit } from '@titular/contract';
import type { AuditFilter, RecordedAuditEntry } from '../../audit/index.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { parseInstant } from '../../kernel/http/body/parse-query.ts';
import { listForms } from '../../settings/index.ts';
import { listNames } from '../../users/index.ts';

/** Entries of a page when nobody says how many. */
export const PAGE = 50;

const USER = /^user[:/]([0-9a-f-]{36})$/;

const userOf = (text: string): string | undefined => USER.exec(text)?.[1];

/** Names of the people among actors and subjects. */
async function namesOf(db: Db, texts: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(texts.flatMap((text) => userOf(text) ?? []))];
  return ids.length > 0 ? listNames(db, ids) : new Map();
}

const jsonOf = (name: 'before' | 'after', value: object | undefined): Partial<AuditRow> =>
  value === undefined ? {} : { [name]: JSON.stringify(value) };

type Entry = { action: string; before: object | undefined; after: object | undefined };

/** Names of the settings that an entry changes, proposes to change, or tries. */
const settingsIn = ({ action, before, after }: Entry): string[] =>
  [before, after].flatMap((values) => {
    if (action.endsWith('.settings')) return Object.keys(values ?? {});
    const { changes, tried } = (values ?? {}) as { changes?: unknown; tried?: unknown };
    if (Array.isArray(changes)) return changes.map((change) => String(change?.name));
    return typeof tried === 'object' && tried !== null ? Object.keys(tried) : [];
  });

const formsOf = (entry: Entry): Pick<AuditRow, 'forms'> => {
  const forms = listForms(settingsIn(entry));
  return forms.length > 0 ? { forms } : {};
};

/** Entries as the page is sent them, with the names of people; `companies` names those of a tenant by their ids. */
export async function toAuditRows(
  db: Db,
  entries: readonly (RecordedAuditEntry & { leftOut?: string[] })[],
  companies: ReadonlyMap<string, string>,
): Promise<AuditRow[]> {
  const names = await namesOf(
    db,
    entries.flatMap(({ actor, subject }) => [actor, subject]),
  );
  return entries.map(({ entryId, tenantId, at, actor, action, subject, before, after, leftOut }) => {
    const actorName = names.get(userOf(actor) ?? '');
    const subjectName = names.get(userOf(subject) ?? '') ?? companies.get(subject.replace(/^company\//, ''));
    return {
      ...{ id: entryId, at: at.toISOString(), actor, action, subject },
      ...(tenantId === undefined ? {} : { tenant: tenantId }),
      ...(actorName === undefined ? {} : { actorName }),
      ...(subjectName === undefined ? {} : { subjectName }),
      ...jsonOf('before', before),
      ...jsonOf('after', after),
      ...formsOf({ action, before, after }),
      ...(leftOut === undefined ? {} : { leftOut }),
    };
  });
}

/** What a body asks for, and how many at once; refuses with 40002 a time that no calendar has. */
export function toAuditFilter(body: SearchAudit): { filter: AuditFilter; limit: number } {
  const { actor, action, subject, from, before, cursor, limit = PAGE } = body;
  return {
    filter: {
      ...{ actor, action, subject },
      from: parseInstant('from', from),
      before: parseInstant('before', before),
      beforeId: cursor?.toLowerCase(),
    },
    limit,
  };
}

/** Actions of a list, and those that only the log has: a release before or after this one wrote them. */
const withLogged = (listed: readonly string[], logged: readonly string[]): string[] =>
  [...new Set([...listed, ...logged])].toSorted();

/** Sessions of receivers are many, and none has a name to choose it by. */
const isOffered = (actor: string): boolean => !actor.startsWith('receiver:');

/** Actors that are offered, with the names of people. */
export async function toActors(db: Db, actors: readonly string[]): Promise<AuditFilters['actors']> {
  const offered = actors.filter(isOffered);
  const names = await namesOf(db, offered);
  return offered.map((actor) => {
    const name = names.get(userOf(actor) ?? '');
    return name === undefined ? { actor } : { actor, name };
  });
}

type Logged = { actors: readonly string[]; actions: readonly string[]; areActorsCut: boolean };

/** Actors with the names of people, and actions: every one of a list, whether or not the log has it yet. */
export async function toAuditFilters(
  db: Db,
  { actors, actions, areActorsCut }: Logged,
  listed: readonly AuditAction[],
): Promise<AuditFilters> {
  return {
    actors: await toActors(db, actors),
    ...(areActorsCut ? { hasMoreActors: true } : {}),
    actions: withLogged(listed, actions),
  };
}
