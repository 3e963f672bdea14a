/** The language in which the page stands now, as it is written into the document. */
const tagOfPage = (): string => document.documentElement.lang || 'en';

/** The local day of an ISO instant, in the page's language. */
export const formatDay = (iso: string): string =>
  new Intl.DateTimeFormat(tagOfPage(), { day: 'numeric', month: 'long', year: 'numeric' }).format(
    new Date(iso),
  );

/** The local day and minute of an ISO instant, in the page's language. */
export const formatDayAndTime = (iso: string): string =>
  new Intl.DateTimeFormat(tagOfPage(), {
    day: 'numeric',
    month: 'long',
    hour: 'numeric',
    minute: '2-digit',
  }).format(new Date(iso));

/** An amount with its currency, as the page's language writes it, with every decimal that it was sent with. */
export function formatAmount(amount: string, currency: string): string {
  const format = new Intl.NumberFormat(tagOfPage(), { style: 'currency', currency });
  const written = amount.split('.')[1]?.replace(/0+$/, '').length ?? 0;
  const { maximumFractionDigits: usual = 2 } = format.resolvedOptions();
  if (written <= usual) return format.format(Number(amount));
  return new Intl.NumberFormat(tagOfPage(), {
    style: 'currency',
    currency,
    minimumFractionDigits: written,
    maximumFractionDigits: written,
  }).format(Number(amount));
}
