import '../deployment.css';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { Queues } from '@titular/contract';
import { useTexts } from '../../../i18n/use-texts.ts';
import { readOptions } from '../../../service/queries.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { OperatorPage } from '../operator-page.tsx';
import { JobsPanel } from './jobs-panel.tsx';
import { parseJobsSearch } from './jobs-search.ts';
import { OverdueTable, TasksTable } from './queue-tables.tsx';

const POLL_MS = 10_000;

/** What waits in the deployment, by task and by tenant; the failing jobs of a task stand below, as the address says. */
export function QueuesPage() {
  const t = useTexts();
  return (
    <OperatorPage title={t('queuesTitle')} text={t('queuesIntro')}>
      <QueuePanels />
    </OperatorPage>
  );
}

function QueuePanels() {
  const t = useTexts();
  const address = useSearch({ strict: false });
  const search = parseJobsSearch(address);
  const read = useQuery<Queues>({
    ...readOptions('readQueues'),
    refetchInterval: () => (document.visibilityState === 'visible' ? POLL_MS : false),
    refetchIntervalInBackground: false,
  });
  return (
    <>
      <Panel title={t('queueTasks')} text={t('queueTasksText')} isFlush>
        <Loaded of={read} lines={6}>
          {({ tasks, isCut }) => <TasksTable tasks={tasks} isCut={isCut} />}
        </Loaded>
      </Panel>
      {search.state !== undefined && <JobsPanel state={search.state} task={search.task} />}
      <Panel title={t('queueOverdue')} text={t('queueOverdueText')} isFlush>
        <Loaded of={read} lines={3}>
          {({ tenants }) => <OverdueTable tenants={tenants} />}
        </Loaded>
      </Panel>
    </>
  );
}
