import './deployment.css';
import type { Deployment } from '@titular/contract';
import type { ReactNode } from 'react';
import { useTag, useTexts } from '../../i18n/use-texts.ts';
import { spanWords } from '../case/timeline/clock-time.ts';

/** One fact by its name. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="deployment-fact">
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** What waits, of jobs and of webhooks, over all processes; the page of queues has it by task and by tenant. */
export function QueueFacts({ jobs, webhooks }: Pick<Deployment, 'jobs' | 'webhooks'>) {
  const t = useTexts();
  const tag = useTag();
  return (
    <dl className="deployment-facts">
      <Fact name={t('queueJobs')}>{t('queueCount', { count: jobs.waiting })}</Fact>
      <Fact name={t('queueOldestJob')}>{spanWords(jobs.oldestSeconds, tag)}</Fact>
      <Fact name={t('queueOldestWebhook')}>{spanWords(webhooks.oldestSeconds, tag)}</Fact>
    </dl>
  );
}

const GIGABYTE = 1_000_000_000;

/** How the database is. */
export function DatabaseFacts({ database }: Pick<Deployment, 'database'>) {
  const t = useTexts();
  const tag = useTag();
  const { version, schema, bytes, connections, maximumConnections, oldestTransactionSeconds } = database;
  const gigabytes = new Intl.NumberFormat(tag, { maximumFractionDigits: 2 }).format(bytes / GIGABYTE);
  return (
    <dl className="deployment-facts">
      <Fact name={t('databaseVersion')}>{`PostgreSQL ${version}`}</Fact>
      <Fact name={t('databaseSchema')}>{schema}</Fact>
      <Fact name={t('databaseSize')}>{`${gigabytes} GB`}</Fact>
      <Fact name={t('databaseConnections')}>
        {t('ofMaximum', { used: connections, maximum: maximumConnections })}
      </Fact>
      <Fact name={t('databaseOldest')}>{spanWords(oldestTransactionSeconds, tag)}</Fact>
    </dl>
  );
}
