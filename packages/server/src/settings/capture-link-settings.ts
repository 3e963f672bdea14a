import { choice, defineSettings, type Setting, type SettingRow, wholeNumber } from './setting.ts';

const MEANINGS =
  '`note`: the decision has a reason, and nothing else changes. `end`: the decision is inconclusive. Neither is known when a transaction is created, so nothing follows there.';

type Value = Pick<SettingRow, 'shape' | 'fallback' | 'danger'>;

const row = (name: string, purpose: string, value: Value): SettingRow => ({
  ...{ name, column: name.replaceAll('-', '_') },
  ...{ ...value, purpose },
});

const WEIGHT: Value = {
  shape: choice('ignore', 'note', 'end'),
  fallback: 'ignore',
  danger: 'decision',
};

/** What a company does about a face that is enrolled for many identities. */
export const faceLinkSettings: readonly Setting[] = defineSettings('faces', [
  row(
    'face-days',
    'Days within which the identities of a face are counted: since each was enrolled, or matched for the last time.',
    { shape: wholeNumber(1, 365, 'days'), fallback: 30 },
  ),
  row(
    'identities-per-face',
    'Maximum identities of one kind and tenant that one face may, beyond doubt, be that of within face-days.',
    { shape: wholeNumber(1, 50), fallback: 3 },
  ),
  row(
    'face-many-identities',
    `What happens with a face of more identities, whatever face-of-another-identity is. \`ignore\`: nothing, they are not counted. ${MEANINGS}`,
    WEIGHT,
  ),
]);

/** What a company does about a device that was used for many identities. */
export const deviceLinkSettings: readonly Setting[] = defineSettings('card', [
  row(
    'device-days',
    'Days within which the identities of a device are counted. The cookie by which the page knows a browser again lives as long, and is never prolonged.',
    { shape: wholeNumber(1, 90, 'days'), fallback: 30 },
  ),
  row(
    'identities-per-device',
    'Maximum identities for which captures may begin on one device within device-days.',
    { shape: wholeNumber(1, 50), fallback: 3 },
  ),
  row(
    'device-many-identities',
    `What happens with a device of more identities. \`ignore\`: nothing; the page sets no cookie, and no device is stored. With the other two, the page asks for consent to a cookie that identifies the browser. ${MEANINGS}`,
    WEIGHT,
  ),
]);
