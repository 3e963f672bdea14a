import { useState } from 'react';
import { call } from '../../service/call.ts';
import type { CallArguments, PortalAnswer, PortalOperationName } from '../../service/endpoint.ts';
import { Unreachable } from '../../service/failures.ts';
import { useTask } from '../../service/use-task.ts';

type Making<Name extends PortalOperationName> = {
  isBusy: boolean;
  failure: unknown;
  /** What is shown this once. */
  made: PortalAnswer<Name> | undefined;
  make(...args: CallArguments<Name>): Promise<void>;
  /** Closes the dialog; does nothing while the answer is on its way, because nobody would see what it brings. */
  close(): void;
};

/** An act whose answer is shown once. After a lost answer the page reads again too: something may have been made. */
export function useMaking<Name extends PortalOperationName>(
  name: Name,
  { onChanged, onClose }: { onChanged(): void; onClose(): void },
): Making<Name> {
  const [made, setMade] = useState<PortalAnswer<Name>>();
  const { isBusy, failure, run } = useTask(async (...args: CallArguments<Name>) => {
    try {
      return await call(name, ...args);
    } catch (lost) {
      if (lost instanceof Unreachable) onChanged();
      throw lost;
    }
  });
  const make = async (...args: CallArguments<Name>): Promise<void> => {
    const answer = await run(...args);
    if (!answer) return;
    setMade(() => answer);
    onChanged();
  };
  return { isBusy, failure, made, make, close: () => !isBusy && onClose() };
}
