import type { AccountSecretView } from '@titular/contract';
import { useTag, useTexts } from '../../../i18n/use-texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Time } from '../../../ui/time.tsx';
import { absoluteTime, timeWords } from '../../../ui/time-words.ts';

type Times = Pick<AccountSecretView, 'createdAt' | 'lastUsedAt' | 'tokensUntil' | 'endsAt' | 'isValid'>;

/** The last use of a credential; of one that is to end, whether something may still use it. */
export function LastUse({ of }: { of: Times }) {
  const { lastUsedAt, endsAt, isValid } = of;
  const isEnding = isValid && endsAt !== undefined;
  return isEnding || lastUsedAt === undefined ? <UseNow of={of} /> : <Time at={lastUsedAt} />;
}

/** Since when a credential is unused, or until when a token that it got may be in use. */
export function UseNow({ of: { lastUsedAt, tokensUntil } }: { of: Times }) {
  const t = useTexts();
  const tag = useTag();
  if (lastUsedAt === undefined) return t('neverUsed');
  const time = absoluteTime(lastUsedAt, tag);
  return tokensUntil === undefined
    ? t('unusedSince', { time })
    : t('maybeInUse', { time, until: absoluteTime(tokensUntil, tag) });
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
