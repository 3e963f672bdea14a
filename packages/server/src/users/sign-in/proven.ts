import type { Db } from '../../kernel/database/connect.ts';
import type { User } from '../people/user-store.ts';

/** Somebody who proved who they are. */
export type Proven = {
  user: User;
  /** Whether what proved it is still there, and uses a recovery code up; asked under the lock of the person, which a reset takes too. */
  holds(trx: Db): Promise<boolean>;
};
