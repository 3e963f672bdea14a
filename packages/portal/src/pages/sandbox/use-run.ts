import { useNavigate } from '@tanstack/react-router';
import type { ScenarioRun } from '@titular/contract';
import { useRef, useState } from 'react';
import { changeSearch } from '../../lists/change-search.ts';
import { useAct } from '../../service/use-act.ts';
import { useTenant } from '../../shell/use-session.ts';

/** What a press of a button leads to. */
export type RunAct = {
  /** The scenario whose button was pressed last. */
  pressed: string | undefined;
  isBusy: boolean;
  failure: unknown;
  start(scenario: string): Promise<void>;
};

/** What calls were answered that a scenario refuses; `key` tells one press from another. */
type Replies = { key: string; run: ScenarioRun };

/** Runs scenarios for a company; the address keeps what was created, so that a page loaded again shows it. */
export function useRun(company: string): RunAct & { replies: Replies | undefined; close(): void } {
  const { tenantId } = useTenant();
  const navigate = useNavigate();
  const act = useAct('runPortalScenario');
  const [pressed, setPressed] = useState<string>();
  const [replies, setReplies] = useState<Replies>();
  // A press whose answer was lost asks for the same again.
  const unanswered = useRef<{ of: string; key: string }>(undefined);
  const start = async (scenario: string): Promise<void> => {
    // One run at a time: what is under way keeps its key and its row.
    if (act.isBusy) return;
    setPressed(scenario);
    const of = `${scenario} ${company}`;
    const key = unanswered.current?.of === of ? unanswered.current.key : crypto.randomUUID();
    unanswered.current = { of, key };
    const body = { scenario, company };
    const run = await act.run({ params: { tenant_id: tenantId }, body, idempotencyKey: key });
    if (!run) return;
    unanswered.current = undefined;
    setReplies(run.replies.length > 0 ? { key, run } : undefined);
    const { transactionId: transaction, processId: process } = run;
    await navigate({
      to: '/t/$tenant/developers/sandbox',
      params: { tenant: tenantId },
      search: (all) => changeSearch(all, { scenario, transaction, process }),
    });
  };
  const { isBusy, failure } = act;
  return { pressed, isBusy, failure, start, replies, close: () => setReplies(undefined) };
}
