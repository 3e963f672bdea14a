export { laterTexts } from '../i18n/later-texts.ts';
export { eraseDataScreen, erasedScreen, withdrawnScreen } from './erase-data.ts';
export { lateLinkScreen } from './late-link.ts';
