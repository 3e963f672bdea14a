/** A key press, as far as shortcuts care. */
export type KeyPress = {
  key: string;
  /** Ctrl, Alt or Meta is held. */
  hasModifier: boolean;
  /** It goes into a field, a choice or a menu. */
  isTyping: boolean;
  atMs: number;
};

/** What a press leads to: the shortcut that it completes, or the first key of one. */
export type KeyMatch = { kind: 'run'; keys: string } | { kind: 'pending'; first: string } | { kind: 'none' };

/** So long the second key of a chord may take. */
const CHORD_MS = 1_500;

/** Matches presses against shortcuts such as `/`, `?` and `g t`. `enabled` lists those that apply now. */
export function createKeyMatcher(): (press: KeyPress, enabled: readonly string[]) => KeyMatch {
  let first: { key: string; atMs: number } | undefined;
  return ({ key, hasModifier, isTyping, atMs }, enabled) => {
    const before = first && atMs - first.atMs <= CHORD_MS ? first.key : undefined;
    first = undefined;
    if (hasModifier || isTyping) return { kind: 'none' };
    const pressed = key.length === 1 ? key.toLowerCase() : key;
    const chord = before === undefined ? undefined : `${before} ${pressed}`;
    if (chord !== undefined && enabled.includes(chord)) return { kind: 'run', keys: chord };
    if (enabled.includes(pressed)) return { kind: 'run', keys: pressed };
    if (!enabled.some((keys) => keys.startsWith(`${pressed} `))) return { kind: 'none' };
    first = { key: pressed, atMs };
    return { kind: 'pending', first: pressed };
  };
}
