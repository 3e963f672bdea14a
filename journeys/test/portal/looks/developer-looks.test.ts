import { lookAt } from './look-at.ts';
import { parts } from './screens.ts';

lookAt(parts.developers);
