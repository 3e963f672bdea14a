import { Link } from '@tanstack/react-router';
import { useTexts } from '../../i18n/use-texts.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { useSession } from '../../shell/use-session.ts';
import { Panel } from '../../ui/panel.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { NotFound } from '../home/not-found.tsx';
import { CommandsPanel } from './commands-panel.tsx';
import { DatabaseFacts, QueueFacts } from './deployment-facts.tsx';
import { ProcessesTable } from './processes-table.tsx';
import { useDeployment } from './use-deployment.ts';

/** The operators' page: processes, queues and database of the deployment. It shows no person of any tenant. */
export function OperatorPage() {
  const { isOperator } = useSession();
  return isOperator ? <DeploymentState /> : <NotFound />;
}

function DeploymentState() {
  const t = useTexts();
  const read = useDeployment();
  return (
    <div className="page">
      <PageHead
        title={t('operatorTitle')}
        text={t('operatorIntro')}
        acts={
          <Link to="/op/audit" className="link link-apart">
            {t('auditTitle')}
          </Link>
        }
      />
      <Panel title={t('deploymentProcesses')} text={t('deploymentProcessesText')} isFlush>
        <Loaded of={read} lines={3}>
          {({ nodes, differences }) => <ProcessesTable nodes={nodes} differences={differences} />}
        </Loaded>
      </Panel>
      <Panel title={t('deploymentQueues')}>
        <Loaded of={read} lines={2}>
          {({ jobs, webhooks }) => <QueueFacts jobs={jobs} webhooks={webhooks} />}
        </Loaded>
      </Panel>
      <Panel title={t('deploymentDatabase')}>
        <Loaded of={read} lines={3}>
          {({ database }) => <DatabaseFacts database={database} />}
        </Loaded>
      </Panel>
      <CommandsPanel />
    </div>
  );
}
