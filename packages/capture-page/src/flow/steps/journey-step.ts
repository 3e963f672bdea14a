import type { SessionView } from '@titular/contract/page';
import type { App } from '../../app.ts';
import type { Later } from '../../i18n/load-later.ts';
import type { FailedAttempt } from '../../screens/camera/attempt-failed.ts';
import type { Choices } from '../../screens/parts/choice-list.ts';
import type { ApiAnswer, PageApi } from '../../service/api.ts';
import type { Alternatives } from '../alternatives.ts';
import type { Ways } from '../ways.ts';

/** An answer of the service that is none. */
export type Trouble = Exclude<ApiAnswer<unknown>, { kind: 'ok' }>;

/** What becomes of a page that has shown its result: `close` takes it away, where it stands in a frame. */
interface Ending {
  close: (() => void) | undefined;
  /** The person stays, for good. */
  stay(): void;
  hasStayed(): boolean;
}

/** What a step of the journey works with, and where it leads on to. */
export interface JourneyStep {
  app: App;
  api: PageApi;
  /** How the person wants to be asked, as chosen since the page was opened. */
  ways: Ways;
  isFramed: boolean;
  ending: Ending;
  /** Keeps how an attempt failed; answers whether one before it failed alike. */
  noteFailure(reason: FailedAttempt): boolean;
  /** The ways beside the selfie. */
  alternatives(): Alternatives;
  /** Shows what the session is at now. */
  showStage(view: SessionView): void;
  showTrouble(trouble: Trouble, retry: () => void): void;
  /** Goes on once the screens and texts are there that come in a file of their own. */
  withLater(goOn: (later: Later) => void): void;
  /** Reads the session anew and shows what it is at. */
  resume(): void;
  /** What the person may choose besides the selfie, and where each choice leads. */
  choicesOf(view: SessionView): Choices;
}
