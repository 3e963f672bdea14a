import type { CaseDelivery } from '@titular/contract';
import { firstToldOf } from '@titular/contract/state-at';
import { WEBHOOK_LOG_DAYS } from '@titular/contract/webhook-log-days';
import { useTag, useTexts } from '../../../i18n/use-texts.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Time } from '../../../ui/time.tsx';
import type { OpenCase } from '../model/case-model.ts';
import { momentTime } from './instant.ts';

type Props = {
  open: OpenCase /** From when on webhooks are still in their log, where that is not all of them. */;
  keptFrom: string | undefined;
};

/** What each endpoint had been told until the instant. */
export function ToldPanel({ open: { deliveries }, keptFrom }: Props) {
  const t = useTexts();
  const tag = useTag();
  return (
    <Panel title={t('replayTold')}>
      {keptFrom !== undefined && (
        <p>{t('replayToldBefore', { days: WEBHOOK_LOG_DAYS, time: momentTime(keptFrom, tag) })}</p>
      )}
      {deliveries.length === 0 && keptFrom === undefined && <p>{t('replayNoEvents')}</p>}
      {deliveries.length > 0 && (
        <ul className="told">
          {deliveries.map((delivery) => (
            <Told key={delivery.id} delivery={delivery} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Told({ delivery }: { delivery: CaseDelivery }) {
  const t = useTexts();
  const { type, url, state, attempts } = delivery;
  const told = firstToldOf(delivery);
  return (
    <li>
      <strong>{t(`event_${type}`)}</strong> <span className="hint plain-text">{url}</span>
      <br />
      {told ? (
        <>
          {told.status === undefined
            ? t('replayToldOnce')
            : t('replayToldAt', { status: String(told.status) })}
          {told.at && (
            <>
              {' · '}
              <Time at={told.at} />
            </>
          )}
        </>
      ) : (
        t(state === 'failed' ? 'replayGivenUp' : 'replayNotYet', { count: attempts })
      )}
    </li>
  );
}
