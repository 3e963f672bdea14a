import type { CaseDelivery, DeliveryView } from '@titular/contract';
import { type ReactNode, useId } from 'react';
import { useTexts } from '../../../i18n/use-texts.ts';
import { useAct } from '../../../service/use-act.ts';
import { Button } from '../../../ui/button.tsx';
import { ActFailure } from '../../../ui/states/failure.tsx';
import { say } from '../../../ui/states/toast-store.ts';
import { Time } from '../../../ui/time.tsx';
import { CodedBadge } from '../../../words/coded-badge.tsx';
import { DeliveryIcon } from '../../../words/status-icons.ts';
import { deliveryViews } from '../../../words/status-view.ts';
import { Code } from './code.tsx';
import { prettyJson } from './pretty-json.ts';
import { NextTry, Try } from './tries.tsx';

type Props = {
  tenantId: string;
  delivery: CaseDelivery | DeliveryView;
  mayResend: boolean;
  /** Reads again what shows the delivery. */
  onResent(): void;
  /** What else stands at its end, such as links. */
  children?: ReactNode;
};

/** One delivery: where it stands, when it is tried next, each try, and what was sent. */
export function DeliveryCard({ delivery, mayResend, children, ...resend }: Props) {
  const t = useTexts();
  const id = useId();
  const { state, type, url, endpoint, history, request, skipped } = delivery;
  // One that waits for its next try is sent at once; one that is being sent is left alone.
  const isResendable = endpoint === 'enabled' && state !== 'sending' && (delivery.attempts > 0 || skipped);
  return (
    <article className="card" aria-labelledby={id}>
      <div className="card-head">
        <h3 id={id}>{t(`event_${type}`)}</h3>
        <CodedBadge view={deliveryViews[state]}>{t(`delivery_${state}`)}</CodedBadge>
        <span className="hint">
          <Time at={delivery.eventTime} />
        </span>
        {mayResend && isResendable && <Resend {...resend} id={delivery.id} />}
      </div>
      <p className="hint">
        <span className="plain-text">{t('deliveryTo', { url })}</span>
        {' · '}
        {t('deliveryTries', { count: delivery.attempts })}
        <NextTry at={delivery.nextAttemptAt} />
      </p>
      {skipped && <p>{t('deliverySkipped')}</p>}
      {endpoint !== 'enabled' && <p className="hint">{t(`deliveryEndpoint_${endpoint}`)}</p>}
      <ol className="tries">
        {history.toReversed().map((attempt) => (
          <Try key={attempt.number} attempt={attempt} />
        ))}
      </ol>
      <details>
        <summary>{t('deliveryRequest')}</summary>
        <Code text={prettyJson(request)} />
      </details>
      {children}
    </article>
  );
}

function Resend({ tenantId, id, onResent }: Pick<Props, 'tenantId' | 'onResent'> & { id: string }) {
  const t = useTexts();
  const resend = useAct('resendPortalDelivery');
  const send = async (): Promise<void> => {
    if (!(await resend.run({ params: { tenant_id: tenantId, delivery_id: id } }))) return;
    say(t('sentAgain'));
    onResent();
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
