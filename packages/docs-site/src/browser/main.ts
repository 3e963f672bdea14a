import { addCopyButtons } from './copy-buttons.ts';
import { openSearch } from './search-box.ts';
import { openThemeSwitch } from './theme-switch.ts';

const form = document.querySelector<HTMLFormElement>('form.search');
if (form) openSearch(form);
openThemeSwitch();
addCopyButtons();
