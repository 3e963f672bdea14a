import type { LinkPurpose, PageChoice } from '@titular/contract';
import type { CaptureSubject } from '../subjects/capture-subject.ts';

/** What a page offers by how it was reached: who was handed the link answers for themselves, and takes it to a phone at most. */
const BY_OPENING: Readonly<Record<LinkPurpose, readonly PageChoice[]>> = {
  merchant: ['unknown_purchase', 'holder_absent', 'cardholder', 'phone'],
  sdk: ['unknown_purchase', 'holder_absent', 'cardholder', 'phone'],
  cardholder: ['unknown_purchase', 'phone'],
  phone: ['unknown_purchase', 'phone'],
};

/** What the person can choose now besides the selfie: what both the subject and the page offer, while a capture is awaited. */
export const choicesOf = (
  { state, offers }: Pick<CaptureSubject, 'state' | 'offers'>,
  opening: LinkPurpose,
): PageChoice[] =>
  state === 'awaiting' ? BY_OPENING[opening].filter((choice) => offers.includes(choice)) : [];
