import { accountScreens } from './account-screens.ts';
import { auditScreens } from './audit-screens.ts';
import { callScreens } from './call-screens.ts';
import { caseScreens } from './case-screens.ts';
import { dataScreens } from './data-screens.ts';
import { developerScreens } from './developer-screens.ts';
import { doorScreens } from './door-screens.ts';
import { exportScreens } from './export-screens.ts';
import { fillScreens } from './fill-screens.ts';
import { limitScreens } from './limit-screens.ts';
import { naughtyScreens } from './naughty-screens.ts';
import { overviewScreens } from './overview-screens.ts';
import { peopleScreens } from './people-screens.ts';
import { receiverScreens } from './receiver-screens.ts';
import { sandboxScreens } from './sandbox-screens.ts';
import type { Screen } from './screen.ts';
import { settingScreens } from './setting-screens.ts';
import { verifyScreens } from './verify-screens.ts';

/**
 * Every screen of the portal, in parts that are looked at by themselves, each in a world of its own. Within a part,
 * screens that change something come after those that show it.
 */
export const parts = {
  people: [
    ...doorScreens.filter(({ seat }) => seat === 'nobody'),
    ...verifyScreens,
    ...peopleScreens,
    ...overviewScreens,
    ...fillScreens,
  ],
  cases: [...caseScreens, ...settingScreens, ...auditScreens],
  developers: [
    ...developerScreens,
    ...receiverScreens,
    ...accountScreens,
    ...callScreens,
    ...limitScreens,
    ...sandboxScreens,
    ...dataScreens,
    ...exportScreens,
    ...naughtyScreens,
    ...doorScreens.filter(({ seat }) => seat !== 'nobody'),
  ],
} as const satisfies Readonly<Record<string, readonly Screen[]>>;
