import { Component, type ReactNode, Suspense } from 'react';
import { Failure } from './failure.tsx';
import { Skeleton } from './skeleton.tsx';

type Props = { children: ReactNode /** Lines of its skeleton. */; lines?: number };
type State = { failure: unknown };

/** A part of a page that fails alone: what throws inside is shown in its place, and the rest of the page stays. */
export class Part extends Component<Props, State> {
  override state: State = { failure: undefined };

  static getDerivedStateFromError(failure: unknown): State {
    return { failure: failure ?? new Error('thrown without a reason') };
  }

  private readonly retry = (): void => this.setState({ failure: undefined });

  override render(): ReactNode {
    const { failure } = this.state;
    if (failure !== undefined) return <Failure failure={failure} onRetry={this.retry} />;
    return <Suspense fallback={<Skeleton lines={this.props.lines ?? 3} />}>{this.props.children}</Suspense>;
  }
}
