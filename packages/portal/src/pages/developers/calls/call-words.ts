import type { ErrorCode } from '@titular/contract';
import type { TextKey, Translate } from '../../../i18n/texts.ts';
import { ApprovedIcon, RefusedIcon, StoppedIcon } from '../../../words/status-icons.ts';
import type { View } from '../../../words/status-view.ts';

/** What a code means; empty for one of a newer release. */
export const meaningOf = (t: Translate, code: string): string => t(code as ErrorCode);

/** What to do about a code, as the catalogue says; undefined for one of a newer release. */
export const remedyOf = (t: Translate, code: string): string | undefined =>
  t(`remedy_${code}` as TextKey) || undefined;

const FAILED = 500;
const REFUSED = 400;

/** How the status of a response looks. */
export function viewOfStatus(status: number): View {
  if (status >= FAILED) return { icon: StoppedIcon, tone: 'danger' };
  return status >= REFUSED ? { icon: RefusedIcon, tone: 'notice' } : { icon: ApprovedIcon, tone: 'good' };
}
