import '../../case/case-parts.css';
import '../../case/case.css';
import '../developers.css';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import type { ListedApiCall } from '@titular/contract';
import { useTexts } from '../../../i18n/use-texts.ts';
import { changeKnown } from '../../../lists/change-search.ts';
import { parseId } from '../../../routes/search.ts';
import { useRead } from '../../../service/queries.ts';
import { PageHead } from '../../../shell/page-head.tsx';
import { useTenant } from '../../../shell/use-session.ts';
import { useShortcut } from '../../../shortcuts/shortcuts.ts';
import { Command } from '../../../ui/command.tsx';
import { BackIcon } from '../../../ui/icons.ts';
import { Panel } from '../../../ui/panel.tsx';
import { CodeHelp } from '../../../ui/states/code-help.tsx';
import { Empty } from '../../../ui/states/empty.tsx';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { CallIcon } from '../../../words/status-icons.ts';
import { Code } from '../../case/webhooks/code.tsx';
import { prettyJson } from '../../case/webhooks/pretty-json.ts';
import { NotFound } from '../../home/not-found.tsx';
import { CallFacts } from './call-facts.tsx';
import { meaningOf, remedyOf } from './call-words.ts';
import { callCommand } from './model/call-command.ts';
import { CALL_DAYS, parseCallsAddress } from './model/calls-search.ts';
import { WholeLog } from './whole-log.tsx';

/** One call: what is kept of it, why it was refused, and what to do. */
export function CallPage() {
  const t = useTexts();
  const { call } = useParams({ from: '/t/$tenant/developers/calls/$call' });
  const id = parseId(call);
  if (id === undefined) return <NotFound />;
  return (
    <WholeLog title={t('callTitle')}>
      <Call key={id} id={id} />
    </WholeLog>
  );
}

function Call({ id }: { id: string }) {
  const t = useTexts();
  const navigate = useNavigate();
  const { tenantId } = useTenant();
  const params = { tenant_id: tenantId };
  const read = useRead('searchPortalCalls', { params, body: { requestId: id } });
  const apiUrl = useRead('listCallFilters', { params }).data?.apiUrl;
  const toList = {
    to: '/t/$tenant/developers/calls',
    params: { tenant: tenantId },
    search: changeKnown(parseCallsAddress, {}),
  } as const;
  useShortcut('Escape', t('shortcutBack'), () => {
    void navigate(toList);
  });
  return (
    <div className="case page">
      <div>
        <Link {...toList} className="link back-link">
          <BackIcon className="icon" aria-hidden />
          {t('backToCalls')}
        </Link>
        <PageHead title={t('callTitle')} text={read.data?.calls[0]?.operation} />
      </div>
      <Loaded of={read} lines={12}>
        {({ calls: [found] }) =>
          found ? (
            <CallParts call={found} command={apiUrl && callCommand(apiUrl, { requestId: id })} />
          ) : (
            <div className="panel">
              <Empty
                icon={CallIcon}
                title={t('callUnknown')}
                text={t('callUnknownText', { days: CALL_DAYS })}
              />
            </div>
          )
        }
      </Loaded>
    </div>
  );
}

function CallParts({ call, command }: { call: ListedApiCall; command: string | undefined }) {
  const t = useTexts();
  const { code, repeated, request } = call;
  return (
    <div className="case-body">
      <div className="case-main">
        {code && (
          <Panel title={t('callWhy')}>
            <p>
              <span className="mono">{code}</span> {meaningOf(t, code)}
            </p>
            <p>
              <strong>{t('callRemedy')}:</strong> {remedyOf(t, code) ?? t('callNoRemedy')}
            </p>
            <p>
              <CodeHelp code={code} />
            </p>
          </Panel>
        )}
        {repeated > 0 && <p className="hint">{t('callAlikeText', { count: repeated })}</p>}
        <Panel title={t('callShape')}>
          {request ? <Code text={prettyJson(request)} /> : <p className="hint">{t('callNoShape')}</p>}
        </Panel>
        {command && (
          <Panel title={t('callAsCommand')} text={t('callAsCommandText')}>
            <Command text={command} />
          </Panel>
        )}
      </div>
      <div className="case-side">
        <CallFacts call={call} />
      </div>
    </div>
  );
}
