import { at, button, inTenant, type Screen } from './screen.ts';

const ENDPOINTS = { seat: 'admin', path: inTenant('/developers/endpoints') } as const;

/** Screens of the developers' section. */
export const developerScreens: readonly Screen[] = [
  { ...ENDPOINTS, name: 'endpoints', shows: at('main .table tbody tr') },
  {
    ...ENDPOINTS,
    name: 'endpoints-add',
    reach: (page) => button(page, 'Add endpoint').click(),
    shows: at('[role=dialog] input'),
    pictures: 'none',
  },
];
