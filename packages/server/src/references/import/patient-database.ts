import { OperatorRefusal } from '../../audit/index.ts';
import { isPassingOutage } from '../../kernel/database/database-problem.ts';
import { NeverServed, type Pause, tryPatiently } from './try-patiently.ts';

/** Does a work of the database, again while the database is slow or away. */
export type Patiently = <Result>(work: () => Promise<Result>) => Promise<Result>;

const neverServed = (): OperatorRefusal =>
  new OperatorRefusal(
    'forbidden',
    'The database was away. Run the same command again once it serves: what was measured and enrolled is kept.',
  );

/**
 * The database, for a work that can wait, and that may be done twice: it is tried again with a growing pause while the database is slow or away.
 * Away for minutes, or once another command may have taken the lock of the import, it refuses the import and no row.
 */
export const createPatience =
  (pause: Pause, isLocked: () => Promise<boolean>): Patiently =>
  async (work) => {
    try {
      return await tryPatiently({ pause, isPassing: isPassingOutage }, async (tries) => {
        if (tries > 1 && !(await isLocked())) throw new NeverServed();
        return work();
      });
    } catch (error) {
      throw error instanceof NeverServed ? neverServed() : error;
    }
  };
