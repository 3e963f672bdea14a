import type { SessionView } from '@titular/contract/page';
import type { HandOver, HandOverPurpose, Objection, PageChoice } from '@titular/contract/page-links';
import type { App } from '../app.ts';
import { copyField } from '../copy-text.ts';
import { createHandOverScreen, type HandOverScreen } from '../screens/hand-over.ts';
import { objectionScreen } from '../screens/objection.ts';
import type { ApiAnswer, PageApi } from '../service/api.ts';
import { followDelayMs } from '../service/retry.ts';
import { waitUntilSeenOr } from '../service/wait.ts';
import { formatMoment } from '../time-of-day.ts';

/** What the ways beside the selfie need, and where they lead back to. */
export interface Alternatives {
  app: App;
  api: PageApi;
  /** Shows what the session is at now. */
  onView(view: SessionView): void;
  /** The person goes on here although a link is out. */
  onStayHere(view: SessionView): void;
  onTrouble(trouble: Exclude<ApiAnswer<unknown>, { kind: 'ok' }>, retry: () => void): void;
  /** Reads the session anew and shows what it is at. */
  onResume(): void;
}

/** A link that is out; what is not known of it after a reload is undefined. */
interface PassedOn {
  purpose: HandOverPurpose;
  state: HandOver['state'];
  expiresAt: string;
  link: string | undefined;
  isLast?: boolean;
}

/** Catalogue code of: no further link can be passed on. */
const LINKS_USED_UP = '40065';

/** Takes the way that the person chose. */
export function takeAlternative(ways: Alternatives, view: SessionView, choice: PageChoice): void {
  if (choice === 'cardholder' || choice === 'phone') void shareLink(ways, view, choice);
  else showObjection(ways, view, choice);
}

function showObjection(ways: Alternatives, view: SessionView, objection: Objection): void {
  const maySend = objection === 'holder_absent' && view.choices.includes('cardholder');
  ways.app.show(
    objectionScreen({
      objection,
      view,
      onConfirm: () => void sendObjection(ways, objection),
      onBack: () => ways.onView(view),
      onSend: maySend ? () => void shareLink(ways, view, 'cardholder') : undefined,
    }),
  );
}

async function sendObjection(ways: Alternatives, objection: Objection): Promise<void> {
  const answer = await ways.api.raiseObjection(objection);
  if (answer.kind === 'ok') return ways.onView(answer.value);
  // Not possible any more: whatever it has become meanwhile is what the person has to see.
  if (answer.kind === 'refused' && answer.status === 400) return ways.onResume();
  ways.onTrouble(answer, () => void sendObjection(ways, objection));
}

async function shareLink(
  ways: Alternatives,
  view: SessionView,
  purpose: HandOverPurpose,
  present?: PassedOn,
): Promise<void> {
  const answer = await ways.api.createHandOver(purpose);
  if (answer.kind === 'ok') return showPassedOn(ways, view, { ...answer.value, state: 'sent' });
  if (answer.kind !== 'refused' || answer.status !== 400)
    return ways.onTrouble(answer, () => void shareLink(ways, view, purpose, present));
  if (answer.code !== LINKS_USED_UP) return ways.onResume();
  if (present) showPassedOn(ways, view, { ...present, isLast: true });
  else await showLast(ways);
}

/** Shows the last link, which this page load did not make, once no other can be made. */
async function showLast(ways: Alternatives): Promise<void> {
  const answer = await ways.api.readSession();
  if (answer.kind !== 'ok') return ways.onTrouble(answer, ways.onResume);
  const { value: view } = answer;
  if (view.handOver === null) return ways.onView(view);
  showPassedOn(ways, view, { ...view.handOver, link: undefined, isLast: true });
}

/** Shows the link that is out as the session tells of it, and follows along. */
export function followHandOver(ways: Alternatives, view: SessionView, handOver: HandOver): void {
  showPassedOn(ways, view, { ...handOver, link: undefined });
}

/** Shows a link that is out, and follows along. */
export function showPassedOn(ways: Alternatives, view: SessionView, passedOn: PassedOn): void {
  const { purpose, state, link, expiresAt, isLast = false } = passedOn;
  const leaving = new AbortController();
  const shown = { view, state };
  const until = () => formatMoment(expiresAt, Date.now(), ways.app.language(), navigator.languages ?? []);
  const screen = createHandOverScreen({
    purpose,
    state,
    link,
    until,
    isLast,
    onShare: link === undefined ? undefined : findShare(ways, view, link),
    onCopy: async (field) => {
      const isCopied = await copyField(field);
      if (isCopied) ways.app.announce(ways.app.t('linkCopied'), 'polite');
      return isCopied;
    },
    onNewLink: () => void shareLink(ways, shown.view, purpose, { ...passedOn, state: shown.state }),
    onStayHere: () => ways.onStayHere(shown.view),
    picture: link === undefined ? Promise.resolve(undefined) : drawLink(link),
  });
  ways.app.show(screen.screen, () => leaving.abort());
  void follow(ways, shown, screen, passedOn, leaving.signal);
}

/** Draws the link as a code, by a file of its own, which most people never need; undefined where that file is not to be had. */
export const drawLink = (link: string): Promise<SVGElement | undefined> =>
  import('../appearance/qr-picture.ts').then(
    ({ drawQr }) => drawQr(link),
    () => undefined,
  );

function findShare({ app }: Alternatives, view: SessionView, link: string): (() => void) | undefined {
  const share: Navigator['share'] | undefined = navigator.share;
  if (typeof share !== 'function') return undefined;
  const text = () => app.t('shareMessage', { company: view.companyName });
  // Closing the sheet without sending is no fault.
  return () => void navigator.share({ text: text(), url: link }).catch(() => undefined);
}

async function follow(
  ways: Alternatives,
  shown: { view: SessionView; state: HandOver['state'] },
  screen: HandOverScreen,
  passedOn: PassedOn,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    await waitUntilSeenOr(followDelayMs(document.visibilityState === 'hidden'), signal);
    if (signal.aborted) return;
    const answer = await ways.api.readSession();
    if (signal.aborted) return;
    if (answer.kind === 'refused') return ways.onTrouble(answer, ways.onResume);
    if (answer.kind === 'failed') {
      screen.update('connection-lost');
      continue;
    }
    const { value: now } = answer;
    if (now.stage !== 'consent' && now.stage !== 'camera') return ways.onView(now);
    shown.view = now;
    shown.state = now.handOver?.state ?? stateByClock(passedOn, Date.now());
    screen.update(shown.state);
  }
}

/** Who came by a link that was passed on is told nothing of the next one; then only its time tells. */
function stateByClock({ expiresAt, state }: PassedOn, nowMs: number): HandOver['state'] {
  return Date.parse(expiresAt) <= nowMs ? 'expired' : state;
}
