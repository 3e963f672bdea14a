import { Link } from '@tanstack/react-router';
import type { JobRow } from '@titular/contract';
import { useState } from 'react';
import { useTexts } from '../../../i18n/use-texts.ts';
import { pageFrom, usePages } from '../../../lists/use-pages.ts';
import { call } from '../../../service/call.ts';
import { keyOf, queryClient } from '../../../service/queries.ts';
import { useAct } from '../../../service/use-act.ts';
import { Button } from '../../../ui/button.tsx';
import { Command } from '../../../ui/command.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Failure } from '../../../ui/states/failure.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import { say } from '../../../ui/states/toast-store.ts';
import { Time } from '../../../ui/time.tsx';
import type { JobsSearch } from './jobs-search.ts';

type Props = { state: NonNullable<JobsSearch['state']>; task: string | undefined };

/** Jobs whose last try failed, as the address narrows them; those without a try left run again from here. */
export function JobsPanel({ state, task }: Props) {
  const t = useTexts();
  const [isAsking, setAsking] = useState(false);
  const body = { state, ...(task === undefined ? {} : { task }) };
  const jobs = usePages(keyOf('searchJobs', { body }), async (cursor, signal) => {
    const answer = await call('searchJobs', { body: { ...body, ...pageFrom(cursor) }, signal });
    return { rows: answer.jobs, nextCursor: answer.nextCursor };
  });
  const isRetryable = state === 'failed' && task !== undefined && (jobs.rows?.length ?? 0) > 0;
  return (
    <Panel
      title={t(state === 'failed' ? 'jobsFailed' : 'jobsFailing')}
      text={task}
      isFlush
      acts={
        <>
          {isRetryable && <Button onPress={() => setAsking(true)}>{t('jobsRetry')}</Button>}
          <Link to="/op/queues" search={{} as never} className="link link-apart">
            {t('jobsClose')}
          </Link>
        </>
      }
    >
      {jobs.failure !== undefined && <Failure failure={jobs.failure} onRetry={jobs.retry} />}
      {jobs.rows === undefined && jobs.failure === undefined && <Skeleton lines={3} />}
      {jobs.rows?.length === 0 && <p className="panel-note">{t('jobsNone')}</p>}
      {jobs.rows !== undefined && jobs.rows.length > 0 && <JobsTable jobs={jobs.rows} />}
      {jobs.hasMore && (
        <div className="key-acts">
          <Button isBusy={jobs.isLoadingMore} onPress={jobs.more}>
            {t('lookFurther')}
          </Button>
        </div>
      )}
      {isAsking && task !== undefined && (
        <RetryDialog task={task} onRetried={jobs.retry} onClose={() => setAsking(false)} />
      )}
    </Panel>
  );
}

function JobsTable({ jobs }: { jobs: readonly JobRow[] }) {
  const t = useTexts();
  return (
    <table className="table table-stack">
      <thead>
        <tr>
          <th scope="col">{t('jobId')}</th>
          <th scope="col">{t('jobError')}</th>
          <th scope="col">{t('jobAttempts')}</th>
          <th scope="col">{t('jobCreated')}</th>
          <th scope="col">{t('jobNext')}</th>
        </tr>
      </thead>
      <tbody>
        {jobs.map(({ id, task, error, attempts, maxAttempts, createdAt, runAt }) => (
          <tr key={id}>
            <th scope="row">
              <span className="mono process-name">{id}</span>
              <span className="hint mono process-name">{task}</span>
            </th>
            <td data-label={t('jobError')} lang="en">
              {error ?? '–'}
            </td>
            <td data-label={t('jobAttempts')}>{t('ofMaximum', { used: attempts, maximum: maxAttempts })}</td>
            <td data-label={t('jobCreated')}>
              <Time at={createdAt} />
            </td>
            <td data-label={t('jobNext')}>{attempts < maxAttempts ? <Time at={runAt} /> : t('jobNever')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function RetryDialog({ task, onRetried, onClose }: { task: string; onRetried(): void; onClose(): void }) {
  const t = useTexts();
  const act = useAct('retryJobs');
  const retry = async (): Promise<void> => {
    const done = await act.run({ body: { task } });
    onRetried();
    void queryClient.invalidateQueries({ queryKey: ['readQueues'] });
    if (!done) return;
    say(t('jobsRetried', { count: done.retried }));
    onClose();
  };
  return (
    <Confirm
      title={t('jobsRetryTitle')}
      text={t('jobsRetryText')}
      act={t('jobsRetry')}
      isBusy={act.isBusy}
      failure={act.failure}
      onConfirm={() => void retry()}
      onClose={onClose}
    >
      <Command text={`npx titular jobs retry ${task}`} />
    </Confirm>
  );
}
