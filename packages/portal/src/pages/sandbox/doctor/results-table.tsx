import type { ProbeResult, ProbeVerdict } from '@titular/contract';
import { useTexts } from '../../../i18n/use-texts.ts';
import { CodedBadge } from '../../../words/coded-badge.tsx';
import { checkViews, type View } from '../../../words/status-view.ts';
import { Code } from '../../case/webhooks/code.tsx';
import { prettyJson } from '../../case/webhooks/pretty-json.ts';
import { guideOf, remedyOf } from './findings.ts';

const VIEWS: Readonly<Record<ProbeVerdict, View>> = {
  right: checkViews.passed,
  wrong: checkViews.failed,
  unknown: checkViews.impossible,
  'no-answer': checkViews.impossible,
  'not-sent': checkViews.impossible,
};

/** What was sent, what a right receiver answers, what this one answered, and what that shows. */
export function ResultsTable({ results }: { results: readonly ProbeResult[] }) {
  const t = useTexts();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard (WCAG 2.1.1).
    <section className="table-scroll" aria-label={t('doctorProbe')} tabIndex={0}>
      <table className="table table-stack doctor-results">
        <thead>
          <tr>
            <th scope="col">{t('doctorProbe')}</th>
            <th scope="col">{t('doctorExpected')}</th>
            <th scope="col">{t('doctorAnswered')}</th>
            <th scope="col">{t('doctorVerdict')}</th>
          </tr>
        </thead>
        <tbody>
          {results.map((result) => (
            <Line key={result.probe} result={result} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Line({ result }: { result: ProbeResult }) {
  const t = useTexts();
  const { probe, status, verdict, request } = result;
  return (
    <tr>
      <th scope="row">{t(`probe_${probe}`)}</th>
      <td className="doctor-words">
        <Words result={result} />
      </td>
      <td data-label={t('doctorAnswered')}>
        {status ?? t(request === undefined ? 'doctorNothingSent' : 'doctorNoAnswer')}
      </td>
      <td className="doctor-verdict">
        <CodedBadge view={VIEWS[verdict]}>{t(`doctorVerdict_${verdict}`)}</CodedBadge>
      </td>
    </tr>
  );
}

/** What was sent and is expected, what to do, and the delivery itself. */
function Words({ result }: { result: ProbeResult }) {
  const t = useTexts();
  const { probe, expected, request, error } = result;
  const remedy = remedyOf(result);
  return (
    <div className="sandbox-part">
      <p className="hint">
        {t(`probe_${probe}_sent`)} {t('doctorExpected')} {t(`doctorExpected_${expected}`)}.
      </p>
      {remedy && (
        <p>
          {t(remedy)}{' '}
          <a className="link doctor-guide" href={guideOf(probe)} target="_blank" rel="noopener">
            {t('doctorGuide')}
          </a>
        </p>
      )}
      {request !== undefined && (
        <details>
          <summary>{t('doctorRequest')}</summary>
          <Code text={headersOf(result) + prettyJson(request)} />
          {error !== undefined && (
            <p className="hint">
              {t('doctorError')}:{' '}
              <code className="mono plain-text" lang="en">
                {error}
              </code>
            </p>
          )}
        </details>
      )}
    </div>
  );
}

function headersOf({ webhookId = '', timestamp = '' }: ProbeResult): string {
  return `webhook-id: ${webhookId}\nwebhook-timestamp: ${Math.floor(Date.parse(timestamp) / 1_000)}\n\n`;
}
