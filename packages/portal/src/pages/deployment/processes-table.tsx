import type { DeploymentNode } from '@titular/contract';
import { useTexts } from '../../i18n/use-texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Time } from '../../ui/time.tsx';
import { causeWords, stateOf } from './process-state.ts';

type Props = { nodes: readonly DeploymentNode[]; differences: readonly string[] };

/** One line for each process of the last hour; one that went silent stays, in its place. */
export function ProcessesTable({ nodes, differences }: Props) {
  const t = useTexts();
  return (
    <>
      <table className="table table-stack">
        <thead>
          <tr>
            <th scope="col">{t('processName')}</th>
            <th scope="col">{t('processState')}</th>
            <th scope="col">{t('processVersion')}</th>
            <th scope="col">{t('processWork')}</th>
            <th scope="col">{t('processLag')}</th>
            <th scope="col">{t('processSeen')}</th>
          </tr>
        </thead>
        <tbody>
          {nodes.map((node) => (
            <ProcessLine key={node.name} node={node} />
          ))}
        </tbody>
      </table>
      {differences.length > 0 && (
        <p className="panel-note">{t('processesDiffer', { settings: differences.join(', ') })}</p>
      )}
    </>
  );
}

function ProcessLine({ node }: { node: DeploymentNode }) {
  const t = useTexts();
  const { words, tone } = stateOf(node);
  return (
    <tr>
      <th scope="row">
        <span className="mono process-name">{node.name}</span>
        <span className="hint">{t(node.answersCalls ? 'processAnswers' : 'processWorks')}</span>
      </th>
      <td data-label={t('processState')}>
        <Badge tone={tone}>{t(words)}</Badge>
        <Causes causes={node.causes} />
      </td>
      <td data-label={t('processVersion')}>
        <span>
          {node.version}
          {node.engineVersion && <span className="hint mono process-engine">{node.engineVersion}</span>}
        </span>
      </td>
      <td data-label={t('processWork')}>
        <span>
          {t('processJobs', { count: node.jobs })}, {t('processDeliveries', { count: node.deliveries })}
        </span>
      </td>
      <td data-label={t('processLag')}>{node.lagMs === undefined ? '–' : `${node.lagMs} ms`}</td>
      <td data-label={t('processSeen')}>
        <Time at={node.seenAt} />
      </td>
    </tr>
  );
}

function Causes({ causes }: Pick<DeploymentNode, 'causes'>) {
  const t = useTexts();
  const lasting = causes.filter((cause) => cause !== 'starting' && cause !== 'draining');
  if (lasting.length === 0) return null;
  return (
    <ul className="process-causes">
      {lasting.map((cause) => {
        const words = causeWords(cause);
        return <li key={cause}>{words ? t(words) : cause}</li>;
      })}
    </ul>
  );
}
