import type { AuditRow, AuditRows, PortalBody } from '@titular/contract';

/** Most entries of one file. */
export const MAX_EXPORTED = 10_000;
const PAGE = 250;
/** Most calls of one file: two filters at once can find nothing in many steps. */
export const MAX_STEPS = 200;

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

/**
 * Reads the entries of a filter from the newest on, wherever the list stands, as lines of JSON; `isWhole` says that none was left out. The
 * server writes down the export before its first page.
 */
export async function exportEntries(
  read: (body: PortalBody<'searchAudit'>) => Promise<AuditRows>,
  { cursor: _, ...body }: PortalBody<'searchAudit'>,
  signal: AbortSignal,
): Promise<{ lines: string[]; isWhole: boolean }> {
  const lines: string[] = [];
  let cursor: string | undefined;
  let steps = 0;
  do {
    signal.throwIfAborted();
    steps += 1;
    const limit = Math.min(PAGE, MAX_EXPORTED - lines.length);
    const page: AuditRows = await read({
      ...body,
      limit,
      ...(cursor === undefined ? { exporting: MAX_EXPORTED } : { cursor }),
    });
    lines.push(...page.entries.map(toLine));
    cursor = page.nextCursor;
  } while (cursor !== undefined && lines.length < MAX_EXPORTED && steps < MAX_STEPS);
  return { lines, isWhole: cursor === undefined };
}
