type Display = NonNullable<Intl.NumberFormatOptions['currencyDisplay']>;

/** An exact amount as the language writes it, with its currency where there is one; what is no amount stays as it is. */
export function moneyWords(
  value: string,
  currency: string | undefined,
  tag: string,
  currencyDisplay: Display = 'symbol',
): string {
  if (!/^\d+(?:\.\d+)?$/.test(value)) return currency ? `${value} ${currency}` : value;
  const decimals = value.split('.')[1]?.length ?? 0;
  const exact = value as Intl.StringNumericLiteral;
  try {
    const style = currency ? ({ style: 'currency', currency, currencyDisplay } as const) : {};
    const least = currency ? {} : { minimumFractionDigits: decimals };
    return new Intl.NumberFormat(tag, {
      ...style,
      ...least,
      maximumFractionDigits: Math.max(decimals, currency ? 2 : 0),
    }).format(exact);
  } catch {
    return `${value} ${currency}`;
  }
}
