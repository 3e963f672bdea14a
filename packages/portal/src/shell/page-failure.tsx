import type { ErrorComponentProps } from '@tanstack/react-router';
import { Failure } from '../ui/states/failure.tsx';

/** Stands in the place of a page that threw; the frame stays. */
export const PageFailure = ({ error, reset }: ErrorComponentProps) => (
  <div className="page">
    <Failure failure={error} onRetry={reset} />
  </div>
);
