import type { Page } from 'playwright-core';
import { looks, type ScreenState } from './screen-states.ts';

/** A look as few people see it: on a small phone, in dark or forced colours, or with the focus of a keyboard. */
export type DressedLook = {
  /** Names the golden file; kebab-case. */
  name: string;
  look: ScreenState;
  media?: { colorScheme?: 'dark'; forcedColors?: 'active' };
  /** How often the key Tab is pressed. */
  tabs?: number;
};

/** The window of these pictures, which show it as it is, with the bar in its place. */
export const SMALL_PHONE = { width: 360, height: 640 } as const;

/** The language of these pictures. */
export const DRESSED_LANGUAGE = 'pt' as const;

function stateNamed(name: string): ScreenState {
  const found = looks.find((look) => look.name === name);
  if (!found) throw new Error(`there is no look ${name}`);
  return found;
}

const dressed = (name: string, of: string, how: Omit<DressedLook, 'name' | 'look'> = {}): DressedLook => ({
  name: `dressed-${name}`,
  look: stateNamed(of),
  ...how,
});

const DARK = { media: { colorScheme: 'dark' } } as const;
const FORCED = { media: { forcedColors: 'active' } } as const;

/** Few on purpose: each shows what no other picture does. */
export const dressedLooks: readonly DressedLook[] = [
  dressed('small-consent', 'consent'),
  dressed('small-primer', 'camera-primer'),
  dressed('dark-consent', 'consent', DARK),
  dressed('dark-branded', 'consent-branded', DARK),
  dressed('dark-end', 'approved-here', DARK),
  dressed('forced-consent', 'consent', FORCED),
  dressed('forced-primer', 'camera-primer', FORCED),
  dressed('forced-camera', 'camera-left', FORCED),
  dressed('forced-loading', 'loading', FORCED),
  dressed('focus-consent', 'consent', { tabs: 3 }),
  dressed('focus-primer', 'camera-primer-last', { tabs: 4 }),
];

/** Takes the window with nothing moving. */
export async function takeDressed(page: Page, { media = {}, tabs = 0 }: DressedLook): Promise<Buffer> {
  await page.setViewportSize(SMALL_PHONE);
  await page.emulateMedia({ reducedMotion: 'reduce', ...media });
  for (let count = 0; count < tabs; count += 1) await page.keyboard.press('Tab');
  return page.screenshot({ animations: 'disabled' });
}
