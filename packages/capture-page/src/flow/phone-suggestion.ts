import type { SessionView } from '@titular/contract/page';
import { isTouched } from '../browser.ts';
import type { Translate } from '../i18n/messages.ts';
import { createPhonePanel, type PhonePanel } from '../screens/parts/phone-panel.ts';
import { followDelayMs } from '../service/retry.ts';
import { pageTelemetry } from '../service/telemetry.ts';
import { waitUntilSeenOr } from '../service/wait.ts';
import { formatMoment } from '../time-of-day.ts';
import {
  type Alternatives,
  drawLink,
  followHandOver,
  showPassedOn,
  takeAlternative,
} from './alternatives.ts';

/** Where a code beside the consent has room; narrower windows get a button that leads to it. */
const WIDE = '(min-width: 860px)';

const maySuggest = ({ stage, choices }: SessionView): boolean =>
  stage === 'consent' && choices.includes('phone') && !isTouched();

/** Whether the phone comes before the consent: on a computer, at the first look, where the company wants it so. */
export const suggestsPhoneFirst = (view: SessionView): boolean =>
  maySuggest(view) && view.phoneFirst === 'first' && view.handOver === null;

/** Shows the code alone, with the way to go on here; `onNone` where no link is to be had. */
export async function takePhoneFirst(
  ways: Alternatives,
  view: SessionView,
  onNone: () => void,
): Promise<void> {
  const made = await ways.api.suggestPhone();
  if (made.kind !== 'ok') return onNone();
  showPassedOn(ways, view, { ...made.value, state: 'sent' });
}

/** Makes the phone's place beside the consent, with a code that is followed; undefined where it is not suggested. */
export function suggestPhone(
  ways: Alternatives,
  view: SessionView,
  signal: AbortSignal,
): ((t: Translate) => HTMLElement) | undefined {
  if (!maySuggest(view) || view.phoneFirst === 'off') return undefined;
  // A link of before is left alone: each one that is made uses up one of those that can be made.
  const isWanted = view.handOver === null && window.matchMedia(WIDE).matches;
  const onShowCode = () => takeAlternative(ways, view, 'phone');
  const panel = createPhonePanel({ kind: isWanted ? 'making' : 'none' }, onShowCode);
  if (isWanted) void fillPanel(ways, panel, signal);
  return panel.draw;
}

async function fillPanel(ways: Alternatives, panel: PhonePanel, signal: AbortSignal): Promise<void> {
  const made = await ways.api.suggestPhone();
  const picture = made.kind === 'ok' ? await drawLink(made.value.link) : undefined;
  if (signal.aborted) return;
  if (made.kind !== 'ok' || picture === undefined) return panel.update({ kind: 'none' });
  const { expiresAt } = made.value;
  const until = () => formatMoment(expiresAt, Date.now(), ways.app.language(), navigator.languages ?? []);
  panel.update({ kind: 'code', until, picture });
  await followPhone(ways, Date.parse(expiresAt), signal);
  if (!signal.aborted) panel.update({ kind: 'none' });
}

/** Follows until the link is over; whoever opens it on the phone takes the page along. */
async function followPhone(ways: Alternatives, expiresMs: number, signal: AbortSignal): Promise<void> {
  while (Date.now() < expiresMs) {
    await waitUntilSeenOr(followDelayMs(document.visibilityState === 'hidden'), signal);
    if (signal.aborted) return;
    const answer = await ways.api.readSession();
    if (signal.aborted) return;
    if (answer.kind === 'refused') return ways.onTrouble(answer, ways.onResume);
    if (answer.kind === 'failed') continue;
    const { stage, handOver } = answer.value;
    if (stage !== 'consent' && stage !== 'camera') return ways.onView(answer.value);
    if (handOver?.purpose !== 'phone' || (handOver.state !== 'opened' && handOver.state !== 'busy')) continue;
    pageTelemetry.tell('handed_over');
    return followHandOver(ways, answer.value, handOver);
  }
}
