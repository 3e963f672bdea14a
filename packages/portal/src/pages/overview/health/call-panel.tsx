import { Link } from '@tanstack/react-router';
import type { ErrorCode } from '@titular/contract';
import type { ReactNode } from 'react';
import { useTexts } from '../../../i18n/use-texts.ts';
import { changeKnown } from '../../../lists/change-search.ts';
import { useRead } from '../../../service/queries.ts';
import { useTenant } from '../../../shell/use-session.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { NO_FILTERS, parseCallsAddress, toSpan } from '../../developers/calls/model/calls-search.ts';
import { dayOf } from '../model/periods.ts';

const SHOWN = 3;

/** The refused API calls of today by cause, each with its calls; for those who see the whole log. */
export function CallPanel({ now }: { now: Date }) {
  const t = useTexts();
  const { tenantId } = useTenant();
  const from = dayOf(now);
  const read = useRead('countRefusals', { params: { tenant_id: tenantId }, body: toSpan({ from }) });
  return (
    <Panel title={t('callsHealthTitle')} acts={<ToCalls>{t('callsHealthAll')}</ToCalls>}>
      <Loaded of={read} lines={3}>
        {({ causes }) =>
          causes.length === 0 ? (
            <p>{t('callsHealthNone')}</p>
          ) : (
            <ul className="webhook-list">
              {causes.slice(0, SHOWN).map(({ code, calls, isMore }) => (
                <li key={code}>
                  <ToCalls search={{ from, code: Number(code) }}>
                    {t(isMore ? 'callsHealthLeast' : 'callsHealthCount', { count: calls })}
                  </ToCalls>
                  <p>
                    <span className="mono">{code}</span> {t(code as ErrorCode)}
                  </p>
                </li>
              ))}
              {causes.length > SHOWN && (
                <li>
                  <ToCalls search={{ from }}>
                    {t('callsHealthMore', { count: causes.length - SHOWN })}
                  </ToCalls>
                </li>
              )}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  );
}

type ToCallsProps = { search?: { from: string; code?: number }; children: ReactNode };

function ToCalls({ search, children }: ToCallsProps) {
  const { tenantId } = useTenant();
  return (
    <Link
      to="/t/$tenant/developers/calls"
      params={{ tenant: tenantId }}
      search={changeKnown(parseCallsAddress, { ...NO_FILTERS, ...search })}
      className="link link-apart number-link"
      preload={false}
    >
      {children}
    </Link>
  );
}
