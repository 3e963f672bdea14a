import type { EndpointView } from '@titular/contract';
import { useTag, useTexts } from '../../../i18n/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { AlertIcon } from '../../../ui/icons.ts';
import { Panel } from '../../../ui/panel.tsx';
import { CopyButton } from '../../../ui/secrets/copy-button.tsx';
import { Time } from '../../../ui/time.tsx';
import { absoluteTime } from '../../../ui/time-words.ts';
import { Fact } from '../../case/fact.tsx';
import { durationWords, spanWords } from '../../case/timeline/clock-time.ts';
import { EndpointHealth } from '../endpoint-health.tsx';

type Props = { endpoint: EndpointView };

const WHY = {
  asked: 'endpointWhyAsked',
  gone: 'endpointWhyGone',
  failing: 'endpointWhyFailing',
} as const;

/** Of an endpoint that is off: since when, why, and what to do. */
export function OffNotice({ endpoint, onSwitchOn }: Props & { onSwitchOn(): void }) {
  const t = useTexts();
  const tag = useTag();
  const { disabledAt, disabledReason = 'asked' } = endpoint;
  return (
    <section className="case-status case-status-danger" aria-label={t('endpointOffTitle')}>
      <AlertIcon className="icon case-status-icon" aria-hidden />
      <div className="case-status-text">
        <h2>
          {t('endpointOffTitle')}
          {disabledAt !== undefined && ` ${t('endpointOffSince', { time: absoluteTime(disabledAt, tag) })}`}
        </h2>
        <p>{t(WHY[disabledReason])}</p>
        <p>{t('endpointOffHow')}</p>
        <div className="acts">
          <Button kind="primary" onPress={onSwitchOn}>
            {t('endpointSwitchOn')}
          </Button>
        </div>
      </div>
    </section>
  );
}

/** How an endpoint does. */
export function HealthPanel({ endpoint }: Props) {
  const t = useTexts();
  const tag = useTag();
  const { failures, oldestDueSeconds } = endpoint;
  return (
    <Panel title={t('endpointHealth')}>
      <EndpointHealth endpoint={endpoint} />
      <dl className="facts-list">
        {oldestDueSeconds !== undefined && (
          <Fact name={t('endpointOldest')}>{spanWords(oldestDueSeconds, tag)}</Fact>
        )}
        <Fact name={t('endpointFailures')}>{new Intl.NumberFormat(tag).format(failures)}</Fact>
      </dl>
    </Panel>
  );
}

/** What an endpoint is set to; its secret and credentials are never among it. */
export function SettingsPanel({ endpoint }: Props) {
  const t = useTexts();
  const tag = useTag();
  const { id, companyName, eventTypes, statuses, authentication, previousSecretEndsAt, createdAt } = endpoint;
  const { maximumAttempts, intervalSeconds, maximumAtOnce, timeoutSeconds } = endpoint;
  return (
    <Panel title={t('endpointSettings')} acts={<CopyButton text={id} label={t('copyId')} />}>
      <dl className="facts-list">
        <Fact name={t('endpointCompany')}>{companyName}</Fact>
        <Fact name={t('endpointEvents')}>
          {eventTypes.map((type) => t(`event_${type}`)).join(', ') || t('endpointAllEvents')}
        </Fact>
        <Fact name={t('endpointStatuses')}>
          {statuses.map((status) => t(`status_${status}`)).join(', ') || t('endpointAllStatuses')}
        </Fact>
        <Fact name={t('endpointAuthentication')}>{t(`endpointAuth_${authentication.kind}`)}</Fact>
        {previousSecretEndsAt !== undefined && (
          <Fact name={t('secretTitle')}>
            {t('secretPrevious', { time: absoluteTime(previousSecretEndsAt, tag) })}
          </Fact>
        )}
        <Fact name={t('endpointAttempts')}>{new Intl.NumberFormat(tag).format(maximumAttempts)}</Fact>
        <Fact name={t('endpointPauses')}>
          {intervalSeconds === undefined ? t('endpointGrowing') : spanWords(intervalSeconds, tag)}
        </Fact>
        <Fact name={t('endpointAtOnce')}>{new Intl.NumberFormat(tag).format(maximumAtOnce)}</Fact>
        <Fact name={t('endpointTimeout')}>{durationWords(timeoutSeconds * 1_000, tag)}</Fact>
        <Fact name={t('endpointCreated')}>
          <Time at={createdAt} />
        </Fact>
        <Fact name={t('endpointId')}>
          <span className="mono">{id}</span>
        </Fact>
      </dl>
    </Panel>
  );
}
