import { type CreateProcessRequest, type CreateTransactionRequest, completeCpf } from '@titular/contract';
import { digest } from '../../kernel/base/secret.ts';

/** Identities from here on choose scenarios by themselves. */
const FIRST_TAKEN = 999_000_000;
const NAME = 'Maria da Silva';
const CARD = { binDigits: '41111111', expirationDate: '12/39' } as const;
const LAST_DIGITS = 10_000;
const REFERENCE_CHARACTERS = 8;

/** What is the same for one seed, and differs from run to run: limits of attempts and cards count each run by itself. */
function invent(seed: string): { cpf: string; lastDigits: string; reference: string } {
  const bytes = digest(seed);
  return {
    cpf: completeCpf(String(bytes.readUInt32BE(0) % FIRST_TAKEN).padStart(9, '0')),
    lastDigits: String(bytes.readUInt32BE(4) % LAST_DIGITS).padStart(4, '0'),
    reference: `sandbox-${bytes.toString('hex').slice(-REFERENCE_CHARACTERS)}`,
  };
}

/** The create of an order of an invented person. */
export function inventOrder(seed: string, company: string): CreateTransactionRequest {
  const { cpf, lastDigits, reference } = invent(seed);
  return {
    identity: { key: 'cpf', value: cpf },
    orderNumber: reference,
    company,
    card: { ...CARD, lastDigits, name: NAME },
  };
}

/** The start of a process of an invented person. */
export function inventProcess(seed: string, company: string): CreateProcessRequest {
  const { cpf, reference } = invent(seed);
  return {
    person: { duiType: 'DUI_TYPE_BR_CPF', duiValue: cpf, friendlyName: NAME },
    callbackUri: '/',
    purpose: 'identityverification',
    clientReference: reference,
    company,
  };
}
