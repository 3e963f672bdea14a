import { type Language, parseLanguage } from '../i18n/languages.ts';

/** Choices that a person makes for one browser. */
export type Preferences = {
  theme: 'system' | 'light' | 'dark';
  density: 'comfortable' | 'compact';
  hasShortcuts: boolean;
  /** Undefined until it is chosen: the browser's own applies. */
  language: Language | undefined;
};

/** What holds before anything is chosen. */
const DEFAULT_PREFERENCES: Preferences = {
  theme: 'system',
  density: 'compact',
  hasShortcuts: true,
  language: undefined,
};

const oneOf = <T extends string>(value: unknown, ...allowed: T[]): T | undefined =>
  allowed.find((option) => option === value);

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
  };
}
