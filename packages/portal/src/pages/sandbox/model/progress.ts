import type { SandboxScenario } from '@titular/contract';
import type { OpenCase } from '../../case/model/case-model.ts';

type Seen = Pick<OpenCase, 'timeline' | 'subject'>;
type Step = SandboxScenario['steps'][number];

/** Events of the sandbox that a history calls otherwise. */
const RECORDED_AS: Readonly<Record<string, string>> = { 'identity-changed': 'approve' };

/** Milliseconds after the last step of a scenario in which more may come. */
const SETTLING_MS = 20_000;

/** What happened, as the sandbox calls it: attempts by their outcome, steps by their event. */
function listTaken({ timeline }: Seen): string[] {
  return timeline.flatMap(({ source, code }) => {
    if (source === 'step') return [code];
    return source === 'attempt' && code !== 'started' ? [`attempt-${code.replaceAll('_', '-')}`] : [];
  });
}

/** How many of the steps of a scenario were taken, from the first on. */
export function countTaken(steps: readonly Step[], seen: Seen): number {
  const left = listTaken(seen);
  let count = 0;
  for (const { event } of steps) {
    const index = left.indexOf(RECORDED_AS[event] ?? event);
    if (index < 0) break;
    left.splice(0, index + 1);
    count += 1;
  }
  return count;
}

/** Until when a run is read again every other second, in milliseconds since 1970. */
export const movesUntil = ({ steps }: Pick<SandboxScenario, 'steps'>, createdAt: string): number =>
  Date.parse(createdAt) + (steps.at(-1)?.afterSeconds ?? 0) * 1_000 + SETTLING_MS;
