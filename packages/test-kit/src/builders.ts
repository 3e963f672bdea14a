import { randomInt } from 'node:crypto';

/** A CPF with valid check digits, different at each call. */
export function newCpf(): string {
  const digits = Array.from({ length: 9 }, () => randomInt(10));
  if (new Set(digits).size === 1) digits[0] = ((digits[0] ?? 0) + 1) % 10;
  for (const start of [10, 11]) {
    const sum = digits.reduce((total, digit, index) => total + digit * (start - index), 0);
    const remainder = sum % 11;
    digits.push(remainder < 2 ? 0 : 11 - remainder);
  }
  return digits.join('');
}

/** A create request that the service accepts, with a new identity and order number; `changes` replace top-level members. */
export function newTransactionBody(
  companyId: string,
  changes: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    identity: { key: 'cpf', value: newCpf() },
    orderNumber: `order-${randomInt(2 ** 40)}`,
    company: companyId,
    card: { binDigits: '41111111', lastDigits: '1111', name: 'Maria da Silva', expirationDate: '12/39' },
    ...changes,
  };
}
