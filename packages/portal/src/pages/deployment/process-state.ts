import type { DeploymentNode, ReadinessCause } from '@titular/contract';
import type { TextKey } from '../../i18n/texts.ts';
import type { Tone } from '../../ui/badge.tsx';

/** Causes for which a process is not ready; one that starts has none of its own yet. */
type Cause = ReadinessCause | 'starting';

const CAUSE_WORDS: Readonly<Record<Cause, TextKey>> = {
  starting: 'causeStarting',
  draining: 'causeDraining',
  database_unreachable: 'causeDatabaseUnreachable',
  database_read_only: 'causeDatabaseReadOnly',
  schema_unknown: 'causeSchemaUnknown',
  master_key_missing: 'causeMasterKeyMissing',
  engine_unavailable: 'causeEngineUnavailable',
  jobs_stopped: 'causeJobsStopped',
  clock_skewed: 'causeClockSkewed',
};

const isCause = (code: string): code is Cause => Object.hasOwn(CAUSE_WORDS, code);

/** The sentence for a cause; one of a newer release is shown as its code. */
export const causeWords = (code: string): TextKey | undefined =>
  isCause(code) ? CAUSE_WORDS[code] : undefined;

/** How a process is, in one word with its tone. */
export function stateOf({ isLive, causes }: Pick<DeploymentNode, 'isLive' | 'causes'>): {
  words: TextKey;
  tone: Tone;
} {
  if (!isLive) return { words: 'processSilent', tone: 'danger' };
  if (causes.length === 0) return { words: 'processReady', tone: 'good' };
  const isPassing = causes.every((cause) => cause === 'starting' || cause === 'draining');
  return isPassing
    ? { words: causes[0] === 'starting' ? 'processStarting' : 'processStopping', tone: 'notice' }
    : { words: 'processNotReady', tone: 'danger' };
}
