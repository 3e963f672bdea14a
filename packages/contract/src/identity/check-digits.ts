/** Weighted remainder used by both Brazilian registers: sum of value times weight, modulo 11, mapped to a digit. */
function remainderDigit(values: readonly number[], weights: readonly number[]): number {
  const sum = values.reduce((total, value, index) => total + value * (weights[index] ?? 0), 0);
  const remainder = sum % 11;
  return remainder < 2 ? 0 : 11 - remainder;
}

const descendingFrom = (start: number, length: number): number[] =>
  Array.from({ length }, (_, index) => start - index);

const CNPJ_WEIGHTS = [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];

/** The CPF that begins with these nine digits. */
export function completeCpf(nineDigits: string): string {
  const digits = [...nineDigits].map(Number);
  for (const start of [10, 11]) digits.push(remainderDigit(digits, descendingFrom(start, start - 1)));
  return digits.join('');
}

/** Whether 11 digits are a CPF: two check digits, and not one digit repeated (the register issues none of those). */
export const isCpf = (value: string): boolean =>
  /^[0-9]{11}$/.test(value) && !/^(.)\1{10}$/.test(value) && completeCpf(value.slice(0, 9)) === value;

/** Whether 14 characters are a CNPJ: letters allowed in the first 12 since July 2026, each worth its ASCII code less 48. */
export function isCnpj(value: string): boolean {
  if (!/^[0-9A-Z]{12}[0-9]{2}$/.test(value) || /^(.)\1{13}$/.test(value)) return false;
  const values = [...value].map((character) => character.charCodeAt(0) - 48);
  const first = remainderDigit(values.slice(0, 12), CNPJ_WEIGHTS);
  const second = remainderDigit(values.slice(0, 13), [6, ...CNPJ_WEIGHTS]);
  return values[12] === first && values[13] === second;
}
