import { call } from '../service/call.ts';
import { lockPage } from '../service/session.ts';
import { decideIdle, type IdleTimes } from './idle.ts';
import { hearTabs, tellTabs } from './tabs.ts';

const INPUTS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;
/** How often another tab hears that the person is here. */
const TELL_EVERY_MS = 5_000;

/** Locks the page once nobody did anything for so long, in this tab and the others. Returns what ends the watch. */
export function watchIdle(idleSeconds: number): () => void {
  const startMs = Date.now();
  const times: IdleTimes = { lastInputMs: startMs, lastReportMs: startMs, idleMs: idleSeconds * 1_000 };
  let timer: number | undefined;
  let lastToldMs = 0;

  const check = (): void => {
    window.clearTimeout(timer);
    const decision = decideIdle(Date.now(), times);
    if (decision.kind === 'lock') {
      tellTabs('locked');
      lockPage();
      return;
    }
    if (decision.kind === 'report') {
      times.lastReportMs = Date.now();
      // A call that counts as use, which the page's own questions about its session do not.
      void call('readOwnAccount').catch(() => undefined);
    }
    timer = window.setTimeout(check, decision.kind === 'wait' ? decision.forMs : 1_000);
  };
  const noteInput = (): void => {
    times.lastInputMs = Date.now();
    if (times.lastInputMs - lastToldMs < TELL_EVERY_MS) return;
    lastToldMs = times.lastInputMs;
    tellTabs('active');
  };
  const listening = new AbortController();
  for (const name of INPUTS)
    window.addEventListener(name, noteInput, { passive: true, signal: listening.signal });
  // A device that slept runs no timers.
  document.addEventListener('visibilitychange', check, { signal: listening.signal });
  check();
  const deafen = hearTabs((message) => {
    if (message === 'active') times.lastInputMs = Date.now();
  });
  return () => {
    deafen();
    listening.abort();
    window.clearTimeout(timer);
  };
}
