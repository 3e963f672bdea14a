import type { ErrorCode, ListedApiCall } from '@titular/contract';
import { useTag, useTexts } from '../../../i18n/use-texts.ts';
import { Empty } from '../../../ui/states/empty.tsx';
import { Time } from '../../../ui/time.tsx';
import { CallIcon } from '../../../words/status-icons.ts';
import type { OpenCase } from '../model/case-model.ts';
import { durationWords } from '../timeline/clock-time.ts';
import { Code } from './code.tsx';
import { prettyJson } from './pretty-json.ts';

/** The calls of the API about a case, newest first. */
export function CallsPart({ open: { calls } }: { open: OpenCase }) {
  const t = useTexts();
  return (
    <section className="part" aria-label={t('callsTitle')}>
      {calls.length === 0 ? (
        <Empty icon={CallIcon} title={t('noCalls')} text={t('noCallsText')} />
      ) : (
        <>
          <p className="hint">{t('callsText')}</p>
          {calls.map((made) => (
            <Call key={`${made.requestId} ${made.at}`} made={made} />
          ))}
        </>
      )}
    </section>
  );
}

function Call({ made }: { made: ListedApiCall }) {
  const t = useTexts();
  const tag = useTag();
  const { operation, account, at, status, code, durationMs, sourceAddress, requestId, request } = made;
  return (
    <article className="card">
      <div className="card-head">
        <h3 className="mono">{operation}</h3>
        <span className={status < 400 ? 'mark-good' : 'mark-danger'}>{code ?? status}</span>
        <span className="hint">
          <Time at={at} />, {account}, {durationWords(durationMs, tag)}
        </span>
      </div>
      {code && <p>{t(code as ErrorCode)}</p>}
      <p className="hint">
        {t('callFrom')} <span className="mono">{sourceAddress}</span> ·{' '}
        <span className="mono">{t('requestId', { id: requestId })}</span>
      </p>
      {request && (
        <details>
          <summary>{t('callShape')}</summary>
          <Code text={prettyJson(request)} />
        </details>
      )}
    </article>
  );
}
