import { Link } from '@tanstack/react-router';
import type { ListedApiCall } from '@titular/contract';
import { useTag, useTexts } from '../../../i18n/use-texts.ts';
import { useTenant } from '../../../shell/use-session.ts';
import { Panel } from '../../../ui/panel.tsx';
import { CopyButton } from '../../../ui/secrets/copy-button.tsx';
import { Time } from '../../../ui/time.tsx';
import { Fact } from '../../case/fact.tsx';
import { durationWords } from '../../case/timeline/clock-time.ts';
import { CallResult } from './call-result.tsx';

/** What is kept of a call beside its shape. */
export function CallFacts({ call }: { call: ListedApiCall }) {
  const t = useTexts();
  const tag = useTag();
  const { operation, method, path, status, code, account, at, durationMs, sourceAddress, requestId } = call;
  return (
    <Panel title={t('callFacts')}>
      <dl className="facts-list">
        <Fact name={t('callOperation')}>
          <span className="mono">{operation}</span>
        </Fact>
        <Fact name={t('callRequest')}>
          <span className="mono type-code">
            {method} {path}
          </span>
        </Fact>
        <Fact name={t('callStatus')}>
          <CallResult status={status} code={code} />
        </Fact>
        <About call={call} />
        <Fact name={t('callAccount')}>
          <span className="mono">{account}</span>
        </Fact>
        <Fact name={t('callFrom')}>
          <span className="mono">{sourceAddress}</span>
        </Fact>
        <Fact name={t('callTime')}>
          <Time at={at} isWhole />
        </Fact>
        <Fact name={t('callDuration')}>{durationWords(durationMs, tag)}</Fact>
        <Fact name={t('callRequestId')}>
          <span className="mono">{requestId}</span>
        </Fact>
      </dl>
      <div className="acts">
        <CopyButton text={requestId} label={t('copyId')} />
      </div>
    </Panel>
  );
}

function About({ call: { transaction, process } }: { call: ListedApiCall }) {
  const t = useTexts();
  const { tenantId: tenant } = useTenant();
  return (
    <>
      {transaction && (
        <Fact name={t('aboutTransaction')}>
          <Link
            to="/t/$tenant/transactions/$transaction"
            params={{ tenant, transaction }}
            className="link link-apart mono"
          >
            {transaction}
          </Link>
        </Fact>
      )}
      {process && (
        <Fact name={t('aboutProcess')}>
          <Link
            to="/t/$tenant/processes/$process"
            params={{ tenant, process }}
            className="link link-apart mono"
          >
            {process}
          </Link>
        </Fact>
      )}
    </>
  );
}
