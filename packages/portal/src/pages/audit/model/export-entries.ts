import type { AuditRow, AuditRows, PortalBody } from '@titular/contract';

/** Most entries of one file. */
export const MAX_EXPORTED = 10_000;
const PAGE = 250;

/** One entry as a line of JSON, with the names that `titular audit list --json` has. */
function toLine({ id, at, actor, tenant, action, subject, before, after, leftOut }: AuditRow): string {
  const values = (text: string | undefined): unknown => (text === undefined ? undefined : JSON.parse(text));
  const line = {
    entry: id,
    at,
    actor,
    tenant,
    action,
    subject,
    before: values(before),
    after: values(after),
    leftOut,
  };
  return `${JSON.stringify(line)}\n`;
}

/** Reads the entries of a filter, newest first, as lines of JSON; `isWhole` says that none was left out. */
export async function exportEntries(
  read: (body: PortalBody<'searchAudit'>) => Promise<AuditRows>,
  body: PortalBody<'searchAudit'>,
): Promise<{ lines: string[]; isWhole: boolean }> {
  const lines: string[] = [];
  let cursor = body.cursor;
  do {
    const limit = Math.min(PAGE, MAX_EXPORTED - lines.length);
    const page: AuditRows = await read({ ...body, limit, ...(cursor === undefined ? {} : { cursor }) });
    lines.push(...page.entries.map(toLine));
    cursor = page.nextCursor;
  } while (cursor !== undefined && lines.length < MAX_EXPORTED);
  return { lines, isWhole: cursor === undefined };
}
