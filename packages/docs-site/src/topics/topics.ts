import { DEVELOPER_TOPICS } from './developers.ts';
import { INTEGRATOR_TOPICS } from './integrators.ts';
import { STAFF_TOPICS } from './staff.ts';
import type { Topic } from './topic.ts';

/** What all readers ask in words of their own. */
export const TOPICS: readonly Topic[] = [...DEVELOPER_TOPICS, ...INTEGRATOR_TOPICS, ...STAFF_TOPICS];
