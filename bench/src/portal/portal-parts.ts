import type { Part } from '../part.ts';
import { measureOpenPortals } from './measure-open-portals.ts';
import { measurePortal } from './measure-portal.ts';
import { openPortalFigures } from './open-portal-figures.ts';
import { measurePhone } from './phone/measure-phone.ts';
import { phoneFigures } from './phone/phone-figures.ts';
import { portalFigures } from './portal-figures.ts';
import { weightFigures } from './weight-figures.ts';

/** The parts of the bench that are about the portal, by the name that `--only` takes. */
export const PORTAL_PARTS: Readonly<Record<string, Part>> = {
  portal: {
    seconds: 3,
    measure: async (openWith, seconds, _size, _megabytes, { transactions }) =>
      portalFigures(await measurePortal(await openWith(1), transactions, seconds)),
  },
  'portal-weight': {
    seconds: 1,
    measure: async () => weightFigures(),
  },
  'portal-phone': {
    seconds: 5,
    isLong: true,
    measure: async (openWith, seconds) => phoneFigures(await measurePhone(await openWith(1), seconds)),
  },
  'open-portals': {
    seconds: 10,
    isLong: true,
    measure: async (openWith, seconds) =>
      openPortalFigures(await measureOpenPortals(await openWith(8), seconds)),
  },
};
