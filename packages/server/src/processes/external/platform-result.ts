import type { ProcessEvent } from '../process.ts';
import type { PlatformProcess } from './parse-platform-answer.ts';

/** What a process on the operator's platform comes to here: it is still open, or an event of the table of processes with its coded reasons. */
export type PlatformOutcome =
  | { kind: 'open' }
  | {
      kind: 'ended';
      event: Extract<ProcessEvent, 'approve' | 'reject' | 'fail' | 'expire'>;
      reasons: string[];
    };

const ended = (
  event: Extract<PlatformOutcome, { kind: 'ended' }>['event'],
  ...reasons: string[]
): PlatformOutcome => ({
  kind: 'ended',
  event,
  reasons,
});

/** Reads what the platform says: approved is only a result that is all right, of a live person, who is not said to be another. */
export function decideOutcome({ state, result, liveness, authentication }: PlatformProcess): PlatformOutcome {
  if (state === 'PROCESS_STATE_CREATED') return { kind: 'open' };
  switch (result) {
    case 'PROCESS_RESULT_OK':
      if (liveness !== 'LIVENESS_RESULT_LIVE') return ended('reject', 'platform_not_live');
      if (authentication === 'AUTHENTICATION_RESULT_NEGATIVE')
        return ended('reject', 'platform_other_person');
      return ended('approve', 'platform_ok');
    case 'PROCESS_RESULT_INVALID_IDENTITY':
      return ended('reject', 'platform_invalid_identity');
    case 'PROCESS_RESULT_EXPIRED':
      return ended('expire', 'platform_expired');
    default:
      return ended('fail', 'platform_error');
  }
}
