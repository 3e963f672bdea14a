/** The header by which a request is named, as the documentation shows it. */
export const IDEMPOTENCY_HEADER = {
  name: 'Idempotency-Key',
  description:
    'Names the request, so that sending it again, also after a lost answer, gives the same answer for 24 hours. With another body it is refused with 40028; the order of its members does not count.',
  pattern: '^[!-~]{1,255}$',
};
