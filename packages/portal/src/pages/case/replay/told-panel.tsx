import type { CaseDelivery } from '@titular/contract';
import { useTexts } from '../../../i18n/use-texts.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Time } from '../../../ui/time.tsx';
import type { OpenCase } from '../model/case-model.ts';

/** What each endpoint had been told until the instant. */
export function ToldPanel({ open: { deliveries } }: { open: OpenCase }) {
  const t = useTexts();
  return (
    <Panel title={t('replayTold')}>
      {deliveries.length === 0 ? (
        <p>{t('replayNoEvents')}</p>
      ) : (
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
  const { type, url, state, attempts, history } = delivery;
  const last = history.at(-1);
  return (
    <li>
      <strong>{t(`event_${type}`)}</strong> <span className="hint plain-text">{url}</span>
      <br />
      {state === 'delivered' ? (
        <>
          {t('replayToldAt', { status: String(last?.responseStatus ?? '') })}
          {delivery.finishedAt && (
            <>
              {' '}
              <Time at={delivery.finishedAt} isWhole />
            </>
          )}
        </>
      ) : (
        t(state === 'failed' ? 'replayGivenUp' : 'replayNotYet', { count: attempts })
      )}
    </li>
  );
}
