import type { ExplainedCheck } from '@titular/contract';
import { useState } from 'react';
import type { TextKey } from '../../../i18n/texts.ts';
import { useTag, useTexts } from '../../../i18n/use-texts.ts';
import { call } from '../../../service/call.ts';
import { useTask } from '../../../service/use-task.ts';
import { Button } from '../../../ui/button.tsx';
import { AlertIcon, DoneIcon } from '../../../ui/icons.ts';
import { CopyButton } from '../../../ui/secrets/copy-button.tsx';
import { ActFailure } from '../../../ui/states/failure.tsx';
import { absoluteTime } from '../../../ui/time-words.ts';
import { ReceiptIcon } from '../../../words/status-icons.ts';
import { Fact } from '../fact.tsx';
import type { CaseSubject } from '../model/case-model.ts';
import { DocumentButton } from './document-button.tsx';
import { type ReceiptVerdict, saysTheSame, verifyReceipt } from './verify-receipt.ts';

type Props = { subject: CaseSubject; checks: readonly ExplainedCheck[] };
type Checked = { receipt: string; verdict: ReceiptVerdict };

/** The signed receipt, verified by this page, and the document. */
export function ReceiptCard({ subject: { tenantId, id }, checks }: Props) {
  const t = useTexts();
  const [checked, setChecked] = useState<Checked>();
  const params = { tenant_id: tenantId, transaction_id: id };
  const verify = useTask(async () => {
    const { receipt, keys } = await call('readPortalReceipt', { params });
    return { receipt, verdict: await verifyReceipt(receipt, keys) };
  });
  const start = async (): Promise<void> => setChecked(await verify.run());
  return (
    <article className="card">
      <div className="card-head">
        <ReceiptIcon className="icon" aria-hidden />
        <h4>{t('receiptTitle')}</h4>
      </div>
      <p>{t('receiptText')}</p>
      <div role="status">{checked && <Verdict checked={checked} shown={{ id, checks }} />}</div>
      <ActFailure failure={verify.failure} />
      <div className="acts">
        <Button isBusy={verify.isBusy} onPress={() => void start()}>
          {t(checked ? 'receiptAgain' : 'receiptVerify')}
        </Button>
        {checked && <CopyButton text={checked.receipt} label={t('receiptCopy')} />}
        <DocumentButton params={params} />
      </div>
    </article>
  );
}

const WORDS: Readonly<Record<ReceiptVerdict['kind'], TextKey>> = {
  genuine: 'receiptGood',
  forged: 'receiptBad',
  unknown_key: 'receiptNoKey',
};

function Verdict({
  checked: { verdict },
  shown,
}: {
  checked: Checked;
  shown: { id: string; checks: readonly ExplainedCheck[] };
}) {
  const t = useTexts();
  const tag = useTag();
  const isSame = verdict.kind === 'genuine' && saysTheSame(verdict.claims, shown);
  const words = verdict.kind === 'genuine' && !isSame ? t('receiptOther') : t(WORDS[verdict.kind]);
  const Picture = isSame ? DoneIcon : AlertIcon;
  return (
    <div className={isSame ? 'verdict verdict-good' : 'verdict verdict-bad'}>
      <Picture className="icon" aria-hidden />
      <div>
        <p>
          <strong>{words}</strong>
        </p>
        {verdict.kind === 'genuine' && (
          <dl className="facts-list">
            <Fact name={t('receiptSigned')}>
              {absoluteTime(new Date(verdict.claims.iat * 1_000).toISOString(), tag)}
            </Fact>
            <Fact name={t('receiptIssuer')}>
              <span className="plain-text">{verdict.claims.iss}</span>
            </Fact>
            <Fact name={t('receiptKey')}>
              <span className="mono">
                {t('receiptKeyText', {
                  id: verdict.keyId,
                  address: `${verdict.claims.iss}/oauth2/jwks`,
                })}
              </span>
            </Fact>
          </dl>
        )}
      </div>
    </div>
  );
}
