import { answerOf, faultOf } from '@titular/contract/delivery-answers';
import type { TextKey } from '../i18n/texts.ts';

/** Key of the words for what a receiver of webhooks answered. */
export const answeredKey = (status: number): TextKey => `status_${answerOf(status)}`;

/** Key of the words for why there was no answer; of an unknown fault `fault_other`, which quotes it. */
export const faultKey = (error: string): TextKey => `fault_${faultOf(error)}`;
