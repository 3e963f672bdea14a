import { spawnSync } from 'node:child_process';

/** Browsers that the page is tried in besides Chromium, the programs that each takes, and the packages of Debian that bring them. */
const NEEDED = {
  firefox: { programs: ['firefox-esr'], packages: ['firefox-esr'] },
  webkit: { programs: ['WebKitWebDriver', 'Xvfb'], packages: ['webkit2gtk-driver', 'xvfb'] },
} as const;

/** A browser of the table. */
export type BrowserName = keyof typeof NEEDED;

const NAMES = Object.keys(NEEDED) as BrowserName[];

const has = (program: string): boolean =>
  spawnSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' }).status === 0;

/** The browsers that are there with all that they take. */
export const findBrowsers = (): BrowserName[] => NAMES.filter((name) => NEEDED[name].programs.every(has));

/** One line for each browser that is not there: its name, and what installs it. */
export function describeMissing(): string[] {
  const found = findBrowsers();
  return NAMES.filter((name) => !found.includes(name)).map(
    (name) =>
      `Not tried in ${name}: it is missing. On Debian: apt-get install --no-install-recommends ${NEEDED[name].packages.join(' ')}`,
  );
}
