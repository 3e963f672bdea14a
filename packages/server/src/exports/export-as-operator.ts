import { insertAuditEntry, type Operator } from '../audit/index.ts';
import { endDue } from '../cases/index.ts';
import { newId, type TenantId } from '../kernel/base/id.ts';
import type { TenantKeys } from '../tenants/index.ts';
import { toHead, toLines } from './lists/csv.ts';
import { describeFilter } from './lists/describe-filter.ts';
import { type SourcePage, sourceOf } from './lists/sources.ts';
import { type AskedExport, refuseUnsound } from './start-export.ts';
import { subjectOf } from './stored-export.ts';

/** What an operator of the machine asks for, of all companies of a tenant. */
export type OperatorExport = AskedExport & { tenantId: TenantId };

type Deps = Operator & { tenantKeys: TenantKeys };

/** Whether the file has persons, which the audit log never has. */
const withPersonsOf = (asked: OperatorExport): boolean =>
  asked.kind === 'transactions' && asked.withPersons === true;

/** A page of the list; what is due is ended before it is shown. */
async function readPage(deps: Deps, asked: OperatorExport, beforeId: string): Promise<SourcePage> {
  const { tenantId, kind, filter } = asked;
  const { pageSize, read } = sourceOf({ kind, withPersons: withPersonsOf(asked) });
  const scope = { tenantId, userId: '', companies: 'all', isOwn: false } as const;
  const page = () => read(deps, scope, filter, { beforeId, limit: pageSize });
  const found = await page();
  if (!found.due || found.due.length === 0) return found;
  await endDue(deps, tenantId, found.due, deps.clock.now());
  return page();
}

/**
 * Lines of a list's rows up to now, a page at a time, newest first, with the columns and cells of the portal's files and without their bounds.
 * The entry with the filter is committed before the first line, and that with the number of rows, which `onRows` hears as it grows, after the last.
 * Refuses with 40002 a filter that no list takes.
 */
export async function* exportAsOperator(
  deps: Deps,
  asked: OperatorExport,
  onRows: (rows: number) => void = () => undefined,
): AsyncGenerator<string, void> {
  const { db, clock } = deps;
  const { tenantId, kind, filter } = asked;
  refuseUnsound({ tenantId, companies: 'all' }, asked);
  const withPersons = withPersonsOf(asked);
  const startMs = clock.now().getTime();
  const subject = subjectOf({ exportId: newId(startMs) });
  const about = { kind, ...(withPersons ? { withPersons } : {}) };
  const described = (hasFound: boolean) => ({ filter: describeFilter(kind, filter, hasFound) });
  const begin = {
    tenantId,
    action: 'export.begin',
    subject,
    after: { ...about, ...described(false) },
  } as const;
  await insertAuditEntry(db, deps, begin);
  yield toHead(sourceOf({ kind, withPersons }).columns);
  let rows = 0;
  // What comes while the file is written is not in it.
  let next: string | undefined = newId(startMs);
  while (next !== undefined) {
    const page: SourcePage = await readPage(deps, asked, next);
    rows += page.rows.length;
    onRows(rows);
    yield toLines(page.rows);
    next = page.nextId;
  }
  const after = { ...about, ...described(rows > 0), rows, isWhole: true };
  await insertAuditEntry(db, deps, { tenantId, action: 'export.finish', subject, after });
}
