// Runs before the first paint, as a script of its own: no page flashes in the wrong theme.
{
  const { documentElement } = document;
  documentElement.classList.add('script');
  try {
    const theme = localStorage.getItem('theme');
    if (theme === 'dark' || theme === 'light') documentElement.dataset['theme'] = theme;
  } catch {
    // A browser that keeps nothing follows the system.
  }
}
