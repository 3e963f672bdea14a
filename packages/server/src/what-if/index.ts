export { trySettings } from './try-settings.ts';
