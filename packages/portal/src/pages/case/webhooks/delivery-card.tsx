import type { CaseDelivery, DeliveryView } from '@titular/contract';
import { type ReactNode, useId } from 'react';
import { CopyCommand } from '../../../commands/copy-command.tsx';
import { resendCommand } from '../../../commands/endpoint-commands.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { call } from '../../../service/call.ts';
import { useTask } from '../../../service/use-task.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/secrets/copy-button.tsx';
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
  delivery: CaseDelivery | DeliveryView;
  /** Sends it again; absent where the person may not. Of a tenant, with the command that does the same. */
  resend: Resending | undefined;
  /** Reads again what shows the delivery. */
  onResent(): void;
  /** What else stands at its end, such as links. */
  children?: ReactNode;
};

/** Sends a delivery again. */
type Resending = { send(): Promise<unknown>; command?: string };

/** One delivery: where it stands, when it is tried next, each try, and what was sent. */
export function DeliveryCard({ delivery, resend, onResent, children }: Props) {
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
        {resend && isResendable && <Resend send={resend.send} onResent={onResent} />}
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
        <CopyButton text={request} label={t('copyBody')} />
        <p className="hint">{t('bodyIndented')}</p>
      </details>
      {resend?.command !== undefined && isResendable && (
        <div className="acts">
          <CopyCommand text={resend.command} of={t('sendAgain')} />
        </div>
      )}
      {children}
    </article>
  );
}

function Resend({ send, onResent }: Pick<Resending, 'send'> & { onResent(): void }) {
  const t = useTexts();
  const task = useTask(send);
  const sendNow = async (): Promise<void> => {
    if (!(await task.run())) return;
    say(t('sentAgain'));
    onResent();
  };
  return (
    <span className="card-act">
      <Button icon={DeliveryIcon} isBusy={task.isBusy} onPress={() => void sendNow()}>
        {t('sendAgain')}
      </Button>
      <ActFailure failure={task.failure} />
    </span>
  );
}

/** Sends a delivery of a tenant again, for whoever may. */
export const resendIn = (tenantId: string, deliveryId: string): Resending => ({
  send: () => call('resendPortalDelivery', { params: { tenant_id: tenantId, delivery_id: deliveryId } }),
  command: resendCommand(tenantId, deliveryId),
});
