import type { AccountSecretView } from '@titular/contract';
import { useTag, useTexts } from '../../../i18n/use-texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Time } from '../../../ui/time.tsx';
import { absoluteTime, timeWords } from '../../../ui/time-words.ts';

type Times = Pick<AccountSecretView, 'createdAt' | 'lastUsedAt' | 'endsAt' | 'isValid'>;

/** The last use of a credential; of one that is to end, since when nothing has used it. */
export function LastUse({ of: { lastUsedAt, endsAt, isValid } }: { of: Times }) {
  const t = useTexts();
  const tag = useTag();
  if (lastUsedAt === undefined) return t('neverUsed');
  if (!isValid || endsAt === undefined) return <Time at={lastUsedAt} />;
  return t('unusedSince', { time: absoluteTime(lastUsedAt, tag) });
}

/** Whether a credential is valid, and when it ends or ended. */
export function EndOf({ of: { endsAt, isValid } }: { of: Times }) {
  const t = useTexts();
  const tag = useTag();
  const tone = isValid ? (endsAt === undefined ? 'good' : 'notice') : 'plain';
  const words = endsAt === undefined ? 'credentialValid' : isValid ? 'credentialEnds' : 'credentialEnded';
  return (
    <Badge tone={tone}>{endsAt === undefined ? t(words) : t(words, { time: timeWords(endsAt, tag) })}</Badge>
  );
}

/** The cell of what ends a credential; empty where it has ended, or the person may not. */
export function EndCell({ of, onEnd }: { of: string; onEnd: (() => void) | undefined }) {
  const t = useTexts();
  if (!onEnd) return <td />;
  return (
    <td data-label={t('credentialActs')}>
      <Button aria-label={`${t('endNow')}: ${of}`} onPress={onEnd}>
        {t('endNow')}
      </Button>
    </td>
  );
}
