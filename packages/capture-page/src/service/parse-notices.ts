import { type Contact, type DataNotice, PAGE_THEMES } from '@titular/contract/appearance';
import type { SessionView } from '@titular/contract/page';

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};
const textOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;
const count = (value: unknown, usual: number): number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : usual;
const countOrNull = (value: unknown): number | null => {
  const days = count(value, 0);
  return days === 0 ? null : days;
};
const instant = (value: unknown): string | null =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : null;

function isAddress(text: string): boolean {
  try {
    return new URL(text).host !== '';
  } catch {
    return false;
  }
}

// An address that this page would link to: nothing that runs or shows content of ours.
const httpsOrNull = (value: unknown): string | null => {
  const text = textOrNull(value);
  return text?.startsWith('https://') && isAddress(text) ? text : null;
};

/** Reads how the company is reached; what is missing, or has another form, is left out. */
export function parseContact(value: unknown): Contact {
  const { url, email, phone } = fieldsOf(value);
  const isEmail = typeof email === 'string' && /^[\w.+-]+@[\w.-]+$/.test(email);
  const isPhone = typeof phone === 'string' && /^\+\d{7,15}$/.test(phone);
  return { url: httpsOrNull(url), email: isEmail ? email : null, phone: isPhone ? phone : null };
}

/** Reads what the person is told of their data. A server of the release before tells nothing of it: then its defaults are told. */
function parseDataNotice(value: unknown): DataNotice {
  const fields = fieldsOf(value);
  return {
    controllerName: textOrNull(fields['controllerName']),
    privacyUrl: httpsOrNull(fields['privacyUrl']),
    termsUrl: httpsOrNull(fields['termsUrl']),
    contact: parseContact(fields['contact']),
    pictureDays: count(fields['pictureDays'], 30),
    personDays: count(fields['personDays'], 540),
    faceDays: count(fields['faceDays'], 1095),
    deviceDays: countOrNull(fields['deviceDays']),
  };
}

function parsePurchase(value: unknown): SessionView['purchase'] {
  const { amount, currency, at, domain } = fieldsOf(value);
  const when = instant(at);
  if (when === null) return null;
  const isAmount = typeof amount === 'string' && /^\d{1,13}(\.\d{1,4})?$/.test(amount);
  const isCurrency = typeof currency === 'string' && /^[A-Z]{3}$/.test(currency);
  return {
    amount: isAmount ? amount : null,
    currency: isCurrency ? currency : null,
    at: when,
    domain: textOrNull(domain),
  };
}

function parseErasure(value: unknown): SessionView['erasure'] {
  const { requestedAt, picturesUntil, recordUntil, includesFace } = fieldsOf(value);
  const [pictures, record] = [instant(picturesUntil), instant(recordUntil)];
  if (pictures === null || record === null) return null;
  return {
    requestedAt: instant(requestedAt),
    picturesUntil: pictures,
    recordUntil: record,
    includesFace: includesFace === true,
  };
}

/** Reads the colours that the merchant wishes. */
export const parseTheme = (value: unknown): SessionView['theme'] =>
  PAGE_THEMES.find((theme) => theme === value) ?? 'auto';

/** Reads what the session tells besides its stage; nothing of it keeps a person from going on. */
export const parseNotices = (
  fields: Fields,
): Pick<SessionView, 'dataNotice' | 'purchase' | 'erasure' | 'language' | 'theme'> => ({
  dataNotice: parseDataNotice(fields['dataNotice']),
  purchase: parsePurchase(fields['purchase']),
  erasure: parseErasure(fields['erasure']),
  language: textOrNull(fields['language']),
  theme: parseTheme(fields['theme']),
});
