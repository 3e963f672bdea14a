const root = document.documentElement;

const isDark = (): boolean =>
  (root.dataset['theme'] ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) ===
  'dark';

/** Makes the switch of the header work; the choice is kept in this browser. */
export function openThemeSwitch(): void {
  const button = document.querySelector<HTMLButtonElement>('button.theme');
  if (!button) return;
  button.setAttribute('aria-pressed', String(isDark()));
  button.addEventListener('click', () => {
    const theme = isDark() ? 'light' : 'dark';
    root.dataset['theme'] = theme;
    button.setAttribute('aria-pressed', String(theme === 'dark'));
    try {
      localStorage.setItem('theme', theme);
    } catch {
      // A browser that keeps nothing shows the choice on this page alone.
    }
  });
}
