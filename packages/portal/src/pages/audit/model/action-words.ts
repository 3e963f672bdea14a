import type { TextKey, Translate } from '../../../i18n/texts.ts';

/** What an action of the audit log means; the action itself where a newer server has one that this page has no words for. */
export const actionWords = (t: Translate, action: string): string =>
  t(`action_${action}` as TextKey) || action;
