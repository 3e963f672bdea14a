import { Link } from '@tanstack/react-router';
import type { Queues, TaskQueue } from '@titular/contract';
import { useTag, useTexts } from '../../../i18n/use-texts.ts';
import { spanWords } from '../../case/timeline/clock-time.ts';
import type { JobsSearch } from './jobs-search.ts';

/** Jobs by task; the numbers of failing ones lead to those jobs. */
export function TasksTable({ tasks, isCut }: Pick<Queues, 'tasks' | 'isCut'>) {
  const t = useTexts();
  if (tasks.length === 0) return <p className="panel-note">{t('queueNoJobs')}</p>;
  return (
    <>
      <table className="table table-stack">
        <thead>
          <tr>
            <th scope="col">{t('queueTask')}</th>
            <th scope="col">{t('queueDue')}</th>
            <th scope="col">{t('queueRunning')}</th>
            <th scope="col">{t('queueFailing')}</th>
            <th scope="col">{t('queueFailed')}</th>
          </tr>
        </thead>
        <tbody>
          {tasks.map((task) => (
            <TaskLine key={task.task} queue={task} />
          ))}
        </tbody>
      </table>
      {isCut && <p className="panel-note">{t('queueCut')}</p>}
    </>
  );
}

function TaskLine({ queue }: { queue: TaskQueue }) {
  const t = useTexts();
  const tag = useTag();
  const { task, due, oldestSeconds, later, running, failing, failed, lastError } = queue;
  return (
    <tr>
      <th scope="row">
        <span className="mono process-name">{task}</span>
        {lastError !== undefined && (
          <span className="hint process-name" lang="en">
            {lastError}
          </span>
        )}
      </th>
      <td data-label={t('queueDue')}>
        <span>
          {t('plainCount', { number: due })}
          {due > 0 && (
            <span className="hint"> · {t('queueSince', { time: spanWords(oldestSeconds, tag) })}</span>
          )}
          {later > 0 && <span className="hint"> · {t('queueLater', { count: later })}</span>}
        </span>
      </td>
      <td data-label={t('queueRunning')}>{t('plainCount', { number: running })}</td>
      <td data-label={t('queueFailing')}>
        <ToJobs search={{ state: 'failing', task }} count={failing} />
      </td>
      <td data-label={t('queueFailed')}>
        <ToJobs search={{ state: 'failed', task }} count={failed} />
      </td>
    </tr>
  );
}

function ToJobs({ search, count }: { search: JobsSearch; count: number }) {
  const t = useTexts();
  const words = t('plainCount', { number: count });
  if (count === 0) return words;
  return (
    <Link to="/op/queues" search={search as never} className="link link-apart queue-count">
      {words}
    </Link>
  );
}

/** Tenants whose webhooks are overdue, each leading to its page. */
export function OverdueTable({ tenants }: Pick<Queues, 'tenants'>) {
  const t = useTexts();
  const tag = useTag();
  if (tenants.length === 0) return <p className="panel-note">{t('queueNoOverdue')}</p>;
  return (
    <table className="table table-stack">
      <thead>
        <tr>
          <th scope="col">{t('tenantName')}</th>
          <th scope="col">{t('queueOverdueFor')}</th>
          <th scope="col">{t('queueWaiting')}</th>
          <th scope="col">{t('queueEndpoints')}</th>
        </tr>
      </thead>
      <tbody>
        {tenants.map(({ id, name, endpoints, waiting, oldestSeconds }) => (
          <tr key={id}>
            <th scope="row">
              <Link to="/op/tenants/$tenant" params={{ tenant: id }} className="link link-apart">
                {name}
              </Link>
            </th>
            <td data-label={t('queueOverdueFor')}>{spanWords(oldestSeconds, tag)}</td>
            <td data-label={t('queueWaiting')}>{t('plainCount', { number: waiting })}</td>
            <td data-label={t('queueEndpoints')}>{t('plainCount', { number: endpoints })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
