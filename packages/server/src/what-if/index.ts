export { type Trier, trySettings } from './try-settings.ts';
