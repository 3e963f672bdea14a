import type { DeliveryAttempt, SentAttempt, SentHeader } from '@titular/contract';
import { useTag, useTexts } from '../../../i18n/use-texts.ts';
import { Time } from '../../../ui/time.tsx';
import { timeWords } from '../../../ui/time-words.ts';
import { answeredKey, faultKey } from '../../../words/delivery-words.ts';
import { durationWords } from '../timeline/clock-time.ts';
import { Code } from './code.tsx';

/** When a delivery is tried next. */
export function NextTry({ at }: { at: string | undefined }) {
  const t = useTexts();
  const tag = useTag();
  if (at === undefined) return null;
  if (Date.parse(at) <= Date.now()) return <> · {t('deliverySoon')}</>;
  return <> · {t('deliveryNext', { time: timeWords(at, tag) })}</>;
}

/** One try: what was answered, and the headers of its request, where it was answered. */
export function Try({ attempt }: { attempt: DeliveryAttempt | SentAttempt }) {
  const t = useTexts();
  const tag = useTag();
  const { number, startedAt, durationMs, responseStatus, response, error } = attempt;
  const answered =
    responseStatus === undefined
      ? t(faultKey(error ?? ''), { error: error ?? '' })
      : `${responseStatus}, ${t(answeredKey(responseStatus))}`;
  return (
    <li className="try">
      <p>
        <strong>{t('deliveryTry', { number })}</strong> <Time at={startedAt} isWhole />: {answered},{' '}
        {t('deliveryTook', { duration: durationWords(durationMs, tag) })}
      </p>
      {'headers' in attempt && attempt.headers && <Headers headers={attempt.headers} />}
      {responseStatus !== undefined && (
        <details>
          <summary>{t('deliveryAnswer')}</summary>
          {response ? <Code text={response} /> : <p className="hint">{t('deliveryNoAnswer')}</p>}
        </details>
      )}
    </li>
  );
}

function Headers({ headers }: { headers: readonly SentHeader[] }) {
  const t = useTexts();
  const lines = headers.map(({ name, value }) => `${name}: ${value ?? t('headerNotKept')}`);
  return (
    <details>
      <summary>{t('requestHeaders')}</summary>
      <Code text={lines.join('\n')} />
      <p className="hint">{t('credentialsNotKept')}</p>
    </details>
  );
}
