const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** A window such as `Mon+Tue 08:00-18:00 America/Sao_Paulo` with its days in the language; what is none stays as it is. */
export function timesWords(window: string, tag: string): string {
  const [days = '', ...rest] = window.split(' ');
  const numbers = days.split('+').map((day) => DAYS.indexOf(day));
  if (numbers.includes(-1)) return window;
  const { format } = new Intl.DateTimeFormat(tag, { weekday: 'short', timeZone: 'UTC' });
  // The first of January 2023 was a Sunday.
  const names = numbers.map((number) => format(Date.UTC(2023, 0, 1 + number)));
  return [new Intl.ListFormat(tag, { style: 'narrow' }).format(names), ...rest].join(' ');
}
