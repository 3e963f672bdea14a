import { Link } from '@tanstack/react-router';
import type { ProcessPurpose } from '@titular/contract';
import { moneyWords } from '@titular/contract/money-words';
import { useTag, useTexts } from '../../i18n/use-texts.ts';
import { Panel } from '../../ui/panel.tsx';
import { CopyButton } from '../../ui/secrets/copy-button.tsx';
import { Time } from '../../ui/time.tsx';
import { Fact } from './fact.tsx';
import type { OpenCase } from './model/case-model.ts';

/** What the case is about: nothing of the person. */
export function FactsPanel({ open }: { open: OpenCase }) {
  const t = useTexts();
  const { subject, companyName, createdAt, expiresAt, finishedAt, isFinal } = open;
  return (
    <Panel title={t('factsTitle')}>
      <dl className="facts-list">
        {open.transaction && <TransactionFacts transaction={open.transaction} tenantId={subject.tenantId} />}
        {open.process && <ProcessFacts process={open.process} />}
        <Fact name={t('factCompany')}>{companyName}</Fact>
        <Fact name={t('factCreated')}>
          <Time at={createdAt} />
        </Fact>
        {!isFinal && (
          <Fact name={t('factExpires')}>
            <Time at={expiresAt} />
          </Fact>
        )}
        {finishedAt && (
          <Fact name={t('factFinished')}>
            <Time at={finishedAt} />
          </Fact>
        )}
        {open.usedBy && open.usedBy.length > 0 && <UsedBy usedBy={open.usedBy} tenantId={subject.tenantId} />}
        <Fact name={t('factId')}>
          <span className="mono">{subject.id}</span>
        </Fact>
      </dl>
      <div className="acts">
        <CopyButton text={subject.id} label={t('copyId')} />
      </div>
    </Panel>
  );
}

type TransactionPart = NonNullable<OpenCase['transaction']>;

function TransactionFacts({ transaction, tenantId }: { transaction: TransactionPart; tenantId: string }) {
  const t = useTexts();
  const tag = useTag();
  const { orderNumber, module, value, currency, processId, erasedAt } = transaction;
  return (
    <>
      <Fact name={t('factOrder')}>
        {erasedAt ? t('erasedOrder') : <span className="plain-text">{orderNumber}</span>}
      </Fact>
      {value !== undefined && <Fact name={t('factValue')}>{moneyWords(value, currency, tag)}</Fact>}
      <Fact name={t('factModule')}>{module}</Fact>
      {processId && (
        <Fact name={t('factProcess')}>
          <Link
            to="/t/$tenant/processes/$process"
            params={{ tenant: tenantId, process: processId }}
            className="link mono"
          >
            {processId}
          </Link>
        </Fact>
      )}
    </>
  );
}

function ProcessFacts({ process }: { process: NonNullable<OpenCase['process']> }) {
  const t = useTexts();
  const { clientReference, purpose, authenticationInfo } = process;
  return (
    <>
      {clientReference && (
        <Fact name={t('factReference')}>
          <span className="plain-text">{clientReference}</span>
        </Fact>
      )}
      <Fact name={t('factPurpose')}>{t(`purpose_${purpose as ProcessPurpose}`)}</Fact>
      <Fact name={t('factLiveness')}>{t(`live_${authenticationInfo.livenessResult}`)}</Fact>
      <Fact name={t('factAuthentication')}>{t(`auth_${authenticationInfo.authenticationResult}`)}</Fact>
    </>
  );
}

function UsedBy({ usedBy, tenantId }: { usedBy: NonNullable<OpenCase['usedBy']>; tenantId: string }) {
  const t = useTexts();
  return (
    <Fact name={t('factUsedBy')}>
      <ul>
        {usedBy.map(({ id, orderNumber, at }) => (
          <li key={id}>
            <Link
              to="/t/$tenant/transactions/$transaction"
              params={{ tenant: tenantId, transaction: id }}
              className="link"
            >
              {orderNumber ?? id}
            </Link>{' '}
            <span className="hint">
              <Time at={at} />
            </span>
          </li>
        ))}
      </ul>
    </Fact>
  );
}
