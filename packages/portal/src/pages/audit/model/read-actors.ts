import type { AuditActors, PortalBody } from '@titular/contract';

/** One search of the server looks at a bounded number of actors: so many in a row are asked for before somebody says to go on. */
const MAX_STEPS = 20;
/** Rows that are enough for one look. */
const ENOUGH = 20;

/** Reads actors that have a text, step after step from the one that follows `after` on, until there are some to show. */
export async function readActors(
  read: (body: PortalBody<'searchAuditActors'>) => Promise<AuditActors>,
  text: string,
  after: string | undefined,
): Promise<{ rows: AuditActors['actors']; nextCursor: string | undefined }> {
  const rows: AuditActors['actors'] = [];
  let nextCursor = after;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const { actors, next } = await read({
      ...(text === '' ? {} : { text }),
      ...(nextCursor === undefined ? {} : { after: nextCursor }),
    });
    rows.push(...actors);
    nextCursor = next;
    if (next === undefined || rows.length >= ENOUGH) break;
  }
  return { rows, nextCursor };
}
