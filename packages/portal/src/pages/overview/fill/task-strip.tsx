import './fill.css';
import { useLocation, useSearch } from '@tanstack/react-router';
import { useEffect, useId } from 'react';
import { useTexts } from '../../../i18n/use-texts.ts';
import { changePreferences } from '../../../preferences/preference-store.ts';
import type { GuidedTask } from '../../../preferences/preferences.ts';
import { Button } from '../../../ui/button.tsx';
import { DoneIcon, NoneIcon } from '../../../ui/icons.ts';
import { CopyButton } from '../../../ui/secrets/copy-button.tsx';
import { useFill } from './use-fill.ts';

/** Marks what the address shows to be done: the transaction is open, and then the part that says what failed. */
function useMarks(task: GuidedTask, transactionId: string | undefined): void {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const { part } = useSearch({ strict: false });
  const isOpen = transactionId !== undefined && path === `/t/${task.tenantId}/transactions/${transactionId}`;
  const isReading = isOpen && part === 'attempts';
  useEffect(() => {
    const isFound = task.isFound || isOpen;
    const isRead = task.isRead || isReading;
    if (isFound !== task.isFound || isRead !== task.isRead)
      changePreferences({ task: { ...task, isFound, isRead } });
  }, [task, isOpen, isReading]);
}

/** The guided first task above the page: what to press, and what is done of it. It covers nothing, and can be put off. */
export function TaskStrip({ task }: { task: GuidedTask }) {
  const t = useTexts();
  const id = useId();
  const fill = useFill(task.tenantId, true).data;
  const order = fill?.task;
  useMarks(task, order?.transactionId);
  if (!fill || (fill.state !== 'filled' && !order)) return null;
  const steps = [
    { words: t('taskFind'), isDone: task.isFound },
    { words: t('taskRead'), isDone: task.isRead },
    { words: t('taskLink'), isDone: order?.isRenewed === true },
  ];
  const isOver = steps.every(({ isDone }) => isDone);
  const later = (): void => changePreferences({ task: { ...task, isShown: false } });
  const close = (): void => changePreferences({ task: undefined });
  return (
    <aside className="task-strip" aria-labelledby={id}>
      <div className="task-head">
        <h2 id={id}>{t('taskTitle')}</h2>
        <Button kind="quiet" onPress={isOver || !order ? close : later}>
          {t(isOver || !order ? 'taskClose' : 'taskLater')}
        </Button>
      </div>
      {order ? (
        <>
          <p className="task-order">
            {t('taskText', { order: order.orderNumber })}{' '}
            <CopyButton text={order.orderNumber} label={t('taskCopy')} />
          </p>
          <ol className="task-steps">
            {steps.map(({ words, isDone }) => (
              <li key={words} data-done={isDone || undefined}>
                {isDone ? (
                  <DoneIcon className="icon" aria-label={t('taskStepDone')} role="img" />
                ) : (
                  <NoneIcon className="icon" aria-label={t('taskStepOpen')} role="img" />
                )}
                <span>{words}</span>
              </li>
            ))}
          </ol>
          <p role="status">{isOver && t('taskAll')}</p>
        </>
      ) : (
        <p>{t('taskGone')}</p>
      )}
    </aside>
  );
}
