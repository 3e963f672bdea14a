import type { AuditVerification, PortalBody } from '@titular/contract';

/** What the server found for a tenant. */
export type ServerVerdict = NonNullable<AuditVerification['verdict']>;

/** Has the server verify the whole chain, slice after slice, until it has a verdict or somebody stops it. */
export async function verifyByServer(
  ask: (body: PortalBody<'verifyAudit'>) => Promise<AuditVerification>,
  anchor: string | undefined,
  signal: AbortSignal,
): Promise<ServerVerdict> {
  let cursor: string | undefined;
  for (;;) {
    signal.throwIfAborted();
    const slice: AuditVerification = await ask({
      ...(anchor === undefined ? {} : { anchor }),
      ...(cursor === undefined ? {} : { cursor }),
    });
    if (slice.verdict) return slice.verdict;
    cursor = slice.cursor;
  }
}
