import type { ComponentType } from 'react';

/** Places of the frame that an area fills: `search` stands in the top bar within a tenant, and registers its own shortcut. */
export type Slots = { search?: ComponentType };

/** Filled by `../app.tsx` before the frame is shown. */
export const slots: Slots = {};
