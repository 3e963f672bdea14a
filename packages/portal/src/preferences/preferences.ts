import { type Language, parseLanguage } from '../i18n/languages.ts';

/** Choices that a person makes for one browser. */
export type Preferences = {
  theme: 'system' | 'light' | 'dark';
  density: 'comfortable' | 'compact';
  hasShortcuts: boolean;
  /** Undefined until it is chosen: the browser's own applies. */
  language: Language | undefined;
  /** The guided first task in the sandbox, once it was begun; undefined before, and when it is over. */
  task: GuidedTask | undefined;
};

/** How far somebody is with the guided task of a tenant: whether its transaction was opened, and what failed was read. */
export type GuidedTask = { tenantId: string; isShown: boolean; isFound: boolean; isRead: boolean };

/** What holds before anything is chosen. */
const DEFAULT_PREFERENCES: Preferences = {
  theme: 'system',
  density: 'compact',
  hasShortcuts: true,
  language: undefined,
  task: undefined,
};

const oneOf = <T extends string>(value: unknown, ...allowed: T[]): T | undefined =>
  allowed.find((option) => option === value);

function parseTask(kept: unknown): GuidedTask | undefined {
  const { tenantId, isShown, isFound, isRead } = Object(kept) as Record<string, unknown>;
  if (typeof tenantId !== 'string') return undefined;
  return { tenantId, isShown: isShown === true, isFound: isFound === true, isRead: isRead === true };
}

/** Reads what was kept; whatever is not understood counts as not chosen. */
export function parsePreferences(text: string | null): Preferences {
  let kept: Record<string, unknown> = {};
  try {
    kept = Object(JSON.parse(text ?? '{}')) as Record<string, unknown>;
  } catch {
    // Written by something else: not ours.
  }
  const language = kept['language'];
  return {
    theme: oneOf(kept['theme'], 'system', 'light', 'dark') ?? DEFAULT_PREFERENCES.theme,
    density: oneOf(kept['density'], 'comfortable', 'compact') ?? DEFAULT_PREFERENCES.density,
    hasShortcuts: kept['hasShortcuts'] !== false,
    language: typeof language === 'string' ? parseLanguage(language) : undefined,
    task: parseTask(kept['task']),
  };
}
