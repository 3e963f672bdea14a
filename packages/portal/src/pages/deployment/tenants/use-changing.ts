import { type Task, useTask } from '../../../service/use-task.ts';

/** Makes an act after which the list is read anew, once it is done. */
export const useChanging = <Args extends readonly unknown[], Result>(
  work: (...args: Args) => Promise<Result>,
  onChanged: () => void,
): Task<Args, Result> =>
  useTask(async (...args: Args) => {
    const result = await work(...args);
    onChanged();
    return result;
  });
