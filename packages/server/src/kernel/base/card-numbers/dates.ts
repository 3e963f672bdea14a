const MONTH = '(?:0[1-9]|1[0-2])';
const DAY = '(?:0[1-9]|[12][0-9]|3[01])';
/** Years in which orders are made and cards expire. */
const YEAR = '[23][0-9]';

const DATE_6 = `${YEAR}${MONTH}${DAY}|${DAY}${MONTH}${YEAR}`;
const DATE_8 = `20${YEAR}${MONTH}${DAY}|${DAY}${MONTH}20${YEAR}`;
const EXPIRY = `${MONTH}(?:20)?${YEAR}|(?:20)?${YEAR}${MONTH}`;

const HOUR = '(?:[01][0-9]|2[0-3])';
const SIXTY = '[0-5][0-9]';
/** An hour alone is told behind a year of four digits only; behind seconds there may be milliseconds. */
const MOMENT = `(?:${DATE_8})${HOUR}|(?:${DATE_6}|${DATE_8})${HOUR}${SIXTY}(?:${SIXTY}(?:[0-9]{3})?)?`;

const STARTS_WITH_DATE = new RegExp(`^(?:${DATE_6}|${DATE_8})`);
const DATE = new RegExp(`^(?:${DATE_6}|${DATE_8})$`);
const IS_MOMENT = new RegExp(`^(?:${MOMENT})$`);
const EXPIRY_OR_DATE = new RegExp(`^(?:${EXPIRY}|${DATE_6}|${DATE_8})(?:[0-9]{3,4})?$`);

/** Whether digits begin with a day of the years 2020 to 2039, year or day first, with or without the century. */
export const startsWithDate = (digits: string): boolean => STARTS_WITH_DATE.test(digits);

/** Whether digits are such a day and nothing else. */
export const isDate = (digits: string): boolean => DATE.test(digits);

/** Whether digits are such a day and a time of it, and nothing else. */
export const isMoment = (digits: string): boolean => IS_MOMENT.test(digits);

/** Whether digits are what is printed behind a card number: its expiry or another date, and perhaps the security code. */
export const isExpiryOrDate = (digits: string): boolean => EXPIRY_OR_DATE.test(digits);
