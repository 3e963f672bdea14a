import { actionButton } from '../../dom.ts';
import type { Translate } from '../../i18n/messages.ts';

/** The quiet way to the question whether data are to be deleted. */
export const eraseButton = (t: Translate, onPress: () => void): HTMLButtonElement =>
  actionButton({ action: 'erase-data', label: t('eraseOffer'), kind: 'quiet', onPress });
