import './deployment.css';
import { Link } from '@tanstack/react-router';
import { useTexts } from '../../i18n/use-texts.ts';
import { Panel } from '../../ui/panel.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { CommandsPanel } from './commands-panel.tsx';
import { DatabaseFacts, QueueFacts } from './deployment-facts.tsx';
import { OperatorPage } from './operator-page.tsx';
import { ProcessesTable } from './processes-table.tsx';
import { useDeployment } from './use-deployment.ts';

/** The first page of operators: processes, queues and database of the deployment. It shows no person of any tenant. */
export function DeploymentPage() {
  const t = useTexts();
  return (
    <OperatorPage title={t('operatorTitle')} text={t('operatorIntro')}>
      <DeploymentState />
    </OperatorPage>
  );
}

function DeploymentState() {
  const t = useTexts();
  const read = useDeployment();
  return (
    <>
      <Panel title={t('deploymentProcesses')} text={t('deploymentProcessesText')} isFlush>
        <Loaded of={read} lines={3}>
          {({ nodes, differences }) => <ProcessesTable nodes={nodes} differences={differences} />}
        </Loaded>
      </Panel>
      <Panel
        title={t('deploymentQueues')}
        acts={
          <Link to="/op/queues" className="link link-apart">
            {t('queuesTitle')}
          </Link>
        }
      >
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
    </>
  );
}
