export { CallPage } from './call-page.tsx';
export { CallsPage } from './calls-page.tsx';
