import { addCopyButtons } from './copy-buttons.ts';
import { openSearch } from './search-box.ts';
import { openThemeSwitch } from './theme-switch.ts';
import { addTryLinks } from './try-links.ts';

const form = document.querySelector<HTMLFormElement>('form.search');
if (form) openSearch(form);
if (form) addTryLinks(form.dataset['root'] ?? '').catch(() => undefined);
openThemeSwitch();
addCopyButtons();
