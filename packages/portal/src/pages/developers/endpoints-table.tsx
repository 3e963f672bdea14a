import type { EndpointView } from '@titular/contract';
import { useTag, useTexts } from '../../i18n/use-texts.ts';
import { useAct } from '../../service/use-act.ts';
import { useTenant } from '../../shell/use-session.ts';
import { Badge } from '../../ui/badge.tsx';
import { MoreIcon } from '../../ui/icons.ts';
import { MenuButton } from '../../ui/menu-button.tsx';
import { ActFailure } from '../../ui/states/failure.tsx';
import { say } from '../../ui/states/toast-store.ts';
import { absoluteTime } from '../../ui/time-words.ts';
import type { EndpointDialog } from './endpoint-dialog.ts';

type Props = {
  endpoints: readonly EndpointView[];
  onOpen(dialog: EndpointDialog): void;
  onChanged(): void;
};

const OFF_WORDS = {
  asked: 'endpointOffAsked',
  gone: 'endpointOffGone',
  failing: 'endpointOffFailing',
} as const;

/** One line for each endpoint, with its health and what may be done about it. */
export function EndpointsTable({ endpoints, ...acts }: Props) {
  const t = useTexts();
  return (
    <table className="table table-stack">
      <thead>
        <tr>
          <th scope="col">{t('endpointUrl')}</th>
          <th scope="col">{t('endpointCompany')}</th>
          <th scope="col">{t('endpointEvents')}</th>
          <th scope="col">{t('endpointHealth')}</th>
          <th scope="col">
            <span className="visually-hidden">{t('columnActs')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {endpoints.map((endpoint) => (
          <tr key={endpoint.id}>
            <th scope="row">
              <span className="plain-text">{endpoint.url}</span>
              {endpoint.description && <p className="hint plain-text">{endpoint.description}</p>}
            </th>
            <td data-label={t('endpointCompany')}>{endpoint.companyName}</td>
            <td data-label={t('endpointEvents')}>
              {endpoint.eventTypes.join(', ') || t('endpointAllEvents')}
            </td>
            <td data-label={t('endpointHealth')}>
              <Health endpoint={endpoint} />
            </td>
            <td className="table-acts">
              <Acts endpoint={endpoint} {...acts} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Health({ endpoint }: { endpoint: EndpointView }) {
  const t = useTexts();
  const tag = useTag();
  const { enabled, disabledReason, disabledAt, failingSince, waiting, more, delivered, failed } = endpoint;
  const finished = delivered + failed;
  const rate = new Intl.NumberFormat(tag, { style: 'percent' }).format(delivered / finished);
  return (
    <span>
      <Badge tone={enabled ? 'good' : 'danger'}>
        {t(enabled ? 'endpointOn' : OFF_WORDS[disabledReason ?? 'asked'])}
      </Badge>
      {disabledAt !== undefined && (
        <span className="hint"> {t('endpointOffSince', { time: absoluteTime(disabledAt, tag) })}</span>
      )}
      {enabled && failingSince !== undefined && (
        <p className="hint">{t('endpointFailingSince', { time: absoluteTime(failingSince, tag) })}</p>
      )}
      <p className="hint">{t(more ? 'endpointMoreWaiting' : 'endpointWaiting', { count: waiting })}</p>
      <p className="hint">
        {finished === 0 ? t('endpointUntried') : t('endpointRate', { rate, count: finished })}
      </p>
    </span>
  );
}

function Acts({ endpoint, onOpen, onChanged }: Omit<Props, 'endpoints'> & { endpoint: EndpointView }) {
  const t = useTexts();
  const { tenantId } = useTenant();
  const test = useAct('sendPortalTest');
  const sendTest = async (): Promise<void> => {
    if (!(await test.run({ params: { tenant_id: tenantId, endpoint_id: endpoint.id } }))) return;
    say(t('endpointTested'));
    onChanged();
  };
  const line = (kind: Exclude<EndpointDialog['kind'], 'add'>, text: string, isDanger = false) => ({
    ...{ id: kind, text, isDanger },
    run: () => onOpen({ kind, endpoint }),
  });
  const lines = [
    ...(endpoint.enabled ? [{ id: 'test', text: t('endpointTest'), run: () => void sendTest() }] : []),
    line('change', t('endpointChange')),
    line('rotate', t('endpointRotate')),
    line('switch', t(endpoint.enabled ? 'endpointSwitchOff' : 'endpointSwitchOn')),
    line('delete', t('endpointDelete'), true),
  ];
  return (
    <>
      <MenuButton label={t('actsFor', { name: endpoint.url })} lines={lines} icon={MoreIcon} isSquare />
      <ActFailure failure={test.failure} />
    </>
  );
}
