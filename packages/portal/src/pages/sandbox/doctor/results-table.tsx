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
};

/** What was sent, what a right receiver answers, what this one answered, and what that shows. */
export function ResultsTable({ results }: { results: readonly ProbeResult[] }) {
  const t = useTexts();
  return (
    <table className="table table-stack">
      <thead>
        <tr>
          <th scope="col">{t('doctorProbe')}</th>
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
  );
}

function Line({ result }: { result: ProbeResult }) {
  const t = useTexts();
  const { probe, expected, status, error, verdict, webhookId, timestamp, request } = result;
  const remedy = remedyOf(result);
  const sent = `webhook-id: ${webhookId}\nwebhook-timestamp: ${Math.floor(Date.parse(timestamp) / 1_000)}\n\n`;
  return (
    <tr>
      <th scope="row">
        {t(`probe_${probe}`)}
        <p className="hint doctor-words">
          {t(`probe_${probe}_sent`)} {t('doctorExpected')} {t(`doctorExpected_${expected}`)}.
        </p>
        {remedy && (
          <p className="doctor-words">
            {t(remedy)} <span className="hint">{t('doctorGuide')}: </span>
            <code className="mono doctor-guide">{guideOf(probe)}</code>
          </p>
        )}
        <details className="doctor-words">
          <summary>{t('doctorRequest')}</summary>
          <Code text={sent + prettyJson(request)} />
        </details>
      </th>
      <td data-label={t('doctorAnswered')}>
        {status ?? t('doctorNoAnswer')}
        {error !== undefined && <p className="hint plain-text">{error}</p>}
      </td>
      <td data-label={t('doctorVerdict')}>
        <CodedBadge view={VIEWS[verdict]}>{t(`doctorVerdict_${verdict}`)}</CodedBadge>
      </td>
    </tr>
  );
}
