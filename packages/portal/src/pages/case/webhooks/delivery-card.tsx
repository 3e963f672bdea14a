import type { CaseDelivery, DeliveryAttempt } from '@titular/contract';
import { useId } from 'react';
import { useTag, useTexts } from '../../../i18n/use-texts.ts';
import { useAct } from '../../../service/use-act.ts';
import { Button } from '../../../ui/button.tsx';
import { ActFailure } from '../../../ui/states/failure.tsx';
import { say } from '../../../ui/states/toast-store.ts';
import { Time } from '../../../ui/time.tsx';
import { relativeTime } from '../../../ui/time-words.ts';
import { CodedBadge } from '../../../words/coded-badge.tsx';
import { answeredKey, faultKey } from '../../../words/delivery-words.ts';
import { DeliveryIcon } from '../../../words/status-icons.ts';
import { deliveryViews } from '../../../words/status-view.ts';
import type { CaseSubject } from '../model/case-model.ts';
import { readAgain } from '../model/use-case.ts';
import { durationWords } from '../timeline/clock-time.ts';
import { Code } from './code.tsx';
import { prettyJson } from './pretty-json.ts';

type Props = { subject: CaseSubject; delivery: CaseDelivery; mayResend: boolean };

/** One delivery: where it stands, when it is tried next, each try, and what was sent. */
export function DeliveryCard({ subject, delivery, mayResend }: Props) {
  const t = useTexts();
  const id = useId();
  const { state, type, url, history, request, skipped } = delivery;
  // One that waits for its next try is sent at once; one that is being sent is left alone.
  const isResendable = state !== 'sending' && (delivery.attempts > 0 || skipped);
  return (
    <article className="card" aria-labelledby={id}>
      <div className="card-head">
        <h3 id={id}>{t(`event_${type}`)}</h3>
        <CodedBadge view={deliveryViews[state]}>{t(`delivery_${state}`)}</CodedBadge>
        <span className="hint">
          <Time at={delivery.eventTime} />
        </span>
        {mayResend && isResendable && <Resend subject={subject} delivery={delivery} />}
      </div>
      <p className="hint">
        <span className="plain-text">{t('deliveryTo', { url })}</span>
        {' · '}
        {t('deliveryTries', { count: delivery.attempts })}
        <NextTry at={delivery.nextAttemptAt} />
      </p>
      {skipped && <p>{t('deliverySkipped')}</p>}
      <ol className="tries">
        {history.toReversed().map((attempt) => (
          <Try key={attempt.number} attempt={attempt} />
        ))}
      </ol>
      <details>
        <summary>{t('deliveryRequest')}</summary>
        <Code text={prettyJson(request)} />
      </details>
    </article>
  );
}

function NextTry({ at }: { at: string | undefined }) {
  const t = useTexts();
  const tag = useTag();
  if (at === undefined) return null;
  if (Date.parse(at) <= Date.now()) return <> · {t('deliverySoon')}</>;
  const time = relativeTime(at, Date.now(), tag) ?? new Date(at).toLocaleString(tag);
  return <> · {t('deliveryNext', { time })}</>;
}

function Resend({ subject, delivery }: { subject: CaseSubject; delivery: CaseDelivery }) {
  const t = useTexts();
  const resend = useAct('resendPortalDelivery');
  const send = async (): Promise<void> => {
    const params = { tenant_id: subject.tenantId, delivery_id: delivery.id };
    if (!(await resend.run({ params }))) return;
    say(t('sentAgain'));
    void readAgain(subject);
  };
  return (
    <span className="card-act">
      <Button icon={DeliveryIcon} isBusy={resend.isBusy} onPress={() => void send()}>
        {t('sendAgain')}
      </Button>
      <ActFailure failure={resend.failure} />
    </span>
  );
}

function Try({ attempt }: { attempt: DeliveryAttempt }) {
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
      {responseStatus !== undefined && (
        <details>
          <summary>{t('deliveryAnswer')}</summary>
          {response ? <Code text={response} /> : <p className="hint">{t('deliveryNoAnswer')}</p>}
        </details>
      )}
    </li>
  );
}
