import '../../case/case-parts.css';
import '../../case/case.css';
import '../developers.css';
import { Link } from '@tanstack/react-router';
import type { EventRecord, EventTypeDescription } from '@titular/contract';
import { useTexts } from '../../../i18n/use-texts.ts';
import { useRead } from '../../../service/queries.ts';
import { PageHead } from '../../../shell/page-head.tsx';
import { useTenant } from '../../../shell/use-session.ts';
import { BackIcon } from '../../../ui/icons.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { Code } from '../../case/webhooks/code.tsx';
import { NotFound } from '../../home/not-found.tsx';

/** The catalogue of event types: the contract's own, with the words of the page. */
export function EventTypesPage() {
  const { may } = useTenant();
  return may('endpoints:manage') ? <EventTypes /> : <NotFound />;
}

function EventTypes() {
  const t = useTexts();
  const { tenantId } = useTenant();
  const read = useRead('listPortalEventTypes', { params: { tenant_id: tenantId } });
  return (
    <div className="case page">
      <div>
        <Link to="/t/$tenant/developers/events" params={{ tenant: tenantId }} className="link back-link">
          <BackIcon className="icon" aria-hidden />
          {t('backToEvents')}
        </Link>
        <PageHead title={t('eventTypesTitle')} text={t('eventTypesIntro')} />
      </div>
      <Loaded of={read} lines={12}>
        {({ eventTypes }) => eventTypes.map((one) => <TypePanel key={one.type} described={one} />)}
      </Loaded>
    </div>
  );
}

type Field = Exclude<keyof EventRecord, 'companyId'>;

function TypePanel({ described: { type, fields, example } }: { described: EventTypeDescription }) {
  const t = useTexts();
  return (
    <Panel
      title={t(`event_${type}`)}
      text={
        <>
          <span className="mono type-code">{type}</span> · {t(`event_${type}_meaning`)}
        </>
      }
    >
      <details>
        <summary>{t('typeFields')}</summary>
        <table className="table table-stack">
          <thead>
            <tr>
              <th scope="col">{t('columnField')}</th>
              <th scope="col">{t('columnMeaning')}</th>
            </tr>
          </thead>
          <tbody>
            {fields.map(({ name, values, optional }) => (
              <tr key={name}>
                <th scope="row" className="mono type-code">
                  {name}
                </th>
                <td>
                  {t(`body_${name as Field}`)}
                  {optional && ` (${t('fieldOptional')})`}
                  {values && values.length > 1 && <p className="hint mono">{values.join(', ')}</p>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
      <details>
        <summary>{t('typeExample')}</summary>
        <Code text={JSON.stringify(example, null, 2)} />
      </details>
    </Panel>
  );
}
