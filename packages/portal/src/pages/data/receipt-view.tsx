import type { ErasureResponse } from '@titular/contract';
import { useTag, useTexts } from '../../i18n/use-texts.ts';
import { saveFile } from '../../service/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/secrets/copy-button.tsx';
import { absoluteTime } from '../../ui/time-words.ts';
import { stateOfErasure } from './model/erasure-state.ts';

type CountName = keyof ErasureResponse['counts'];

/** Counts in the order in which they are shown. */
const COUNTS = [
  'templates',
  'pictures',
  'objects',
  'attempts',
  'pageSessions',
  'links',
  'transactions',
  'processes',
  'statements',
  'webhookAnswers',
  'apiCalls',
  'orderedCalls',
] as const satisfies readonly Exclude<CountName, 'held'>[];

/** An erasure with what it counted and its signed receipt, to copy or to save. */
export function ReceiptView({ erasure, onClose }: { erasure: ErasureResponse; onClose(): void }) {
  const t = useTexts();
  const { id, erasedAt, reference, receipt, counts } = erasure;
  const tag = useTag();
  const held = counts.held ?? 0;
  const found = COUNTS.filter((name) => (counts[name] ?? 0) > 0);
  const save = (): void => saveFile(new Blob([receipt], { type: 'application/jose' }), `erasure-${id}.jws`);
  return (
    <>
      <p>{t('receiptAt', { time: absoluteTime(erasedAt, tag) })}</p>
      {reference !== undefined && (
        <p>
          {t('dataReference')}: <span className="mono data-word">{reference}</span>
        </p>
      )}
      {stateOfErasure(counts) === 'nothing' && <p>{t('receiptNothing')}</p>}
      {found.length > 0 && (
        <dl className="data-counts">
          {found.map((name) => (
            <div key={name}>
              <dt>{t(`count_${name}`)}</dt>
              <dd>{new Intl.NumberFormat(tag).format(counts[name] ?? 0)}</dd>
            </div>
          ))}
        </dl>
      )}
      {held > 0 && <p className="data-held">{t('receiptHeld', { count: held })}</p>}
      <p className="label">{t('receiptLabel')}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard (WCAG 2.1.1). */}
      <p className="mono secret data-receipt" tabIndex={0}>
        {receipt}
      </p>
      <p className="hint">{t('erasureReceiptText')}</p>
      <div className="dialog-acts">
        <CopyButton text={receipt} label={t('copyReceipt')} />
        <Button onPress={save}>{t('saveReceipt')}</Button>
        <Button kind="primary" onPress={onClose}>
          {t('dataDone')}
        </Button>
      </div>
    </>
  );
}
