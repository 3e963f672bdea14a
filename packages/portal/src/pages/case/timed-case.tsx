import { queryOptions, useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { withTexts } from '../../i18n/with-texts.ts';
import { changeSearch } from '../../lists/change-search.ts';
import { call } from '../../service/call.ts';
import { queryClient } from '../../service/queries.ts';
import { Button } from '../../ui/button.tsx';
import { HistoryIcon } from '../../ui/icons.ts';
import { Loaded } from '../../ui/states/loaded.tsx';
import type { OpenCase } from './model/case-model.ts';
import { parseInstant } from './replay/parse-instant.ts';

let hasFailed = false;

/** Fetches the part that shows earlier moments. A browser asks once for a script: after one that did not come, the page has to load anew. */
async function loadReplay(): Promise<typeof import('./replay/replay-view.tsx')> {
  if (hasFailed) {
    // Without a server there would be no page to come back to.
    await call('readPortalState');
    window.location.reload();
    return new Promise(() => undefined);
  }
  try {
    return await withTexts(import('./replay/replay-view.tsx'), 'replay', 'settings');
  } catch (error) {
    hasFailed = true;
    throw error;
  }
}

const replayPart = queryOptions({
  queryKey: ['replay-part'],
  queryFn: loadReplay,
  staleTime: Number.POSITIVE_INFINITY,
  structuralSharing: false,
  // A page loads anew when somebody asks for it alone.
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
});

type Answer = NonNullable<OpenCase['answer']>;
type Props = {
  open: OpenCase;
  answer: Answer;
  /** Shows the transaction of now, with the button that leads to earlier moments. */
  children(replay: ReactNode): ReactNode;
};

/** A transaction of now, or of the instant that the address names. */
export function TimedCase({ open, answer, children }: Props) {
  // The route's own reading leaves what it does not understand in the address.
  const at = parseInstant(useSearch({ strict: false }).at);
  const { enter, move, leave } = useMoves(at);
  // Whoever changes between past and present has pressed something that is gone then; a page that opens leaves the focus.
  const before = useRef<'past' | 'present'>(undefined);
  const takesFocus = before.current !== undefined;
  useEffect(() => {
    before.current = at === undefined ? 'present' : 'past';
  });
  if (at === undefined)
    return children(<ReplayButton takesFocus={takesFocus} onPress={() => enter(answer.readAt)} />);
  return (
    <Past open={open} answer={answer} instant={at} onMove={move} onLeave={leave} takesFocus={takesFocus} />
  );
}

type Moves = { enter(instant: string): void; move(instant: string): void; leave(): void };

/** Changes the instant of the address: entering the past is one step of the browser's history, which Back takes back. */
function useMoves(at: string | undefined): Moves {
  const navigate = useNavigate();
  const { history } = useRouter();
  const hasEntered = useRef(false);
  useEffect(() => {
    if (at === undefined) hasEntered.current = false;
  }, [at]);
  const go = useCallback(
    (instant: string | undefined, replace: boolean): void =>
      void navigate({
        to: '.',
        search: (all) => changeSearch(all, { at: instant }),
        replace,
        resetScroll: false,
      }),
    [navigate],
  );
  const move = useCallback((instant: string) => go(instant, true), [go]);
  return {
    enter(instant) {
      hasEntered.current = true;
      go(instant, false);
    },
    move,
    leave() {
      if (hasEntered.current) history.back();
      else go(undefined, true);
    },
  };
}

function ReplayButton({ takesFocus, onPress }: { takesFocus: boolean; onPress(): void }) {
  const t = useTexts();
  const button = useRef<HTMLButtonElement>(null);
  const shouldFocus = useRef(takesFocus);
  useEffect(() => {
    if (shouldFocus.current) button.current?.focus();
  }, []);
  return (
    <Button
      ref={button}
      kind="quiet"
      icon={HistoryIcon}
      onNear={() => void queryClient.prefetchQuery(replayPart)}
      onPress={onPress}
    >
      {t('replayOpen')}
    </Button>
  );
}

type PastProps = Pick<Props, 'open' | 'answer'> & {
  instant: string;
  onMove(instant: string): void;
  onLeave(): void;
  takesFocus: boolean;
};

function Past({ takesFocus, ...props }: PastProps) {
  const read = useQuery(replayPart);
  const [didEnter] = useState(takesFocus);
  return (
    <Loaded of={read} lines={12}>
      {({ ReplayView }) => <ReplayView {...props} takesFocus={didEnter} />}
    </Loaded>
  );
}
