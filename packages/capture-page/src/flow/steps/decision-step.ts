import type { SessionView } from '@titular/contract/page';
import { waitingScreen } from '../../screens/waiting.ts';
import { pollDelayMs } from '../../service/retry.ts';
import { wait } from '../../service/wait.ts';
import type { JourneyStep } from './journey-step.ts';

/** Waits for the decision with the person. */
export function followDecision(step: JourneyStep, view: SessionView): void {
  const leaving = new AbortController();
  const company = view.companyName;
  const onCheck = () => followDecision(step, view);
  step.app.show(waitingScreen({ company, isLong: false, onCheck }), () => leaving.abort());
  void pollDecision(step, leaving.signal, () =>
    step.app.show(waitingScreen({ company, isLong: true, onCheck })),
  );
}

async function pollDecision(step: JourneyStep, signal: AbortSignal, onLong: () => void): Promise<void> {
  const startedMs = performance.now();
  for (let delayMs: number | undefined = 0; delayMs !== undefined; ) {
    await wait(delayMs, signal);
    const answer = await step.api.readSession();
    if (signal.aborted) return;
    if (answer.kind === 'refused') return step.showTrouble(answer, () => step.resume());
    if (answer.kind === 'ok' && answer.value.stage !== 'processing') return step.showStage(answer.value);
    delayMs = pollDelayMs(performance.now() - startedMs);
  }
  onLong();
}
