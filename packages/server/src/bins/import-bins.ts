import { createHash } from 'node:crypto';
import { insertAuditEntry, type Operator, OperatorRefusal } from '../audit/index.ts';
import { deleteBins, insertBins, lockBins } from './bin-store.ts';
import { parseBins } from './parse-bins.ts';

/** Replaces the operator's table by what a file says, with one audit entry, in one commit; refuses with `invalid` and the lines that are wrong. */
export async function importBins(
  operator: Operator,
  text: string,
): Promise<{ ranges: number; replaced: number; sha256: string }> {
  const parsed = parseBins(text);
  if (parsed.kind === 'refused') {
    const lines = parsed.problems.map(({ line, reason }) => `Line ${line} ${reason}.`);
    const more = parsed.more > 0 ? [`${parsed.more} more.`] : [];
    throw new OperatorRefusal('invalid', [...lines, ...more, 'Nothing was imported.'].join('\n'));
  }
  const sha256 = createHash('sha256').update(text).digest('hex');
  return operator.db.transaction().execute(async (trx) => {
    await lockBins(trx);
    const replaced = await deleteBins(trx);
    await insertBins(trx, parsed.ranges);
    const after = { ranges: parsed.ranges.length, sha256 };
    await insertAuditEntry(trx, operator, {
      ...{ tenantId: undefined, action: 'bins.import', subject: 'card-bins' },
      ...{ before: { ranges: replaced }, after },
    });
    return { ...after, replaced };
  });
}
