import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isOutOfReach } from '../../service/failures.ts';
import { Failure } from './failure.tsx';
import { Part } from './part.tsx';
import { Skeleton, useLasts } from './skeleton.tsx';

type Props<T> = {
  of: UseQueryResult<T>;
  /** Lines of the skeleton, so that it has the size of what comes. */
  lines?: number;
  children(data: T): ReactNode;
};

const DIMMED_AFTER_MS = 1_000;

/** What a read answered: a skeleton before, the failure in its place, and old data dimmed once new ones take longer than a second. */
export function Loaded<T>({ of: read, lines = 3, children }: Props<T>) {
  const isDimmed = useLasts(read.isPlaceholderData, DIMMED_AFTER_MS);
  if (read.data === undefined || isOutOfReach(read.error))
    return read.isError ? (
      <Failure failure={read.error} onRetry={() => void read.refetch()} />
    ) : (
      <Skeleton lines={lines} />
    );
  const data = read.data;
  return (
    <Part lines={lines}>
      <div className={isDimmed ? 'loaded loaded-old' : 'loaded'} aria-busy={isDimmed}>
        {children(data)}
      </div>
    </Part>
  );
}
