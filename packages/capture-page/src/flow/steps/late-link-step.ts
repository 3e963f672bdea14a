import type { LateLink } from '@titular/contract/late-links';
import type { App } from '../../app.ts';
import { applyAppearance } from '../../appearance/apply-appearance.ts';
import type { Entry } from '../../entry.ts';
import { type Later, loadLater } from '../../i18n/load-later.ts';
import { linkInvalidScreen, unknownLinkScreen } from '../../screens/link-invalid.ts';
import type { ApiAnswer, PageApi } from '../../service/api.ts';

/** What asking about a link needs of the journey. */
interface LateLinkStep {
  app: App;
  api: Pick<PageApi, 'readLateLink' | 'requestLink'>;
  /** Who asks, once the page has heard of it. */
  company?: string;
  isFramed?: boolean;
  onTrouble?: (trouble: Extract<ApiAnswer<unknown>, { kind: 'failed' }>, retry: () => void) => void;
}

/** Shows why a link or a session is not taken: as its company's where it was given, as nobody's where it was not. */
export async function showLateLink(journey: LateLinkStep, entry: Entry): Promise<void> {
  const { app, api, company } = journey;
  // In a frame the shop's page gives the codes, and no person holds a link.
  const answer = journey.isFramed ? undefined : await api.readLateLink(entry);
  const later = await loadLater().catch(() => undefined);
  if (answer?.kind === 'ok' && later !== undefined) {
    await app.suggestLanguage(answer.value.language);
    return showLate(journey, entry, answer.value, later);
  }
  const isUnknown =
    entry.kind === 'code' && company === undefined && !journey.isFramed && later !== undefined;
  app.show(isUnknown ? unknownLinkScreen : linkInvalidScreen(company));
}

function showLate(journey: LateLinkStep, entry: Entry, late: LateLink, later: Later): void {
  applyAppearance(journey.app, late);
  journey.app.show(later.lateLinkScreen(late, () => void requestLink(journey, entry, late, later)));
}

async function requestLink(journey: LateLinkStep, entry: Entry, late: LateLink, later: Later): Promise<void> {
  const answer = await journey.api.requestLink(entry);
  if (answer.kind === 'ok') return showLate(journey, entry, answer.value, later);
  if (answer.kind === 'refused') return void showLateLink(journey, entry);
  journey.onTrouble?.(answer, () => showLate(journey, entry, late, later));
}
