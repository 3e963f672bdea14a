import { useState } from 'react';
import type { CallArguments, PortalAnswer, PortalOperationName } from '../../service/endpoint.ts';
import { useAct } from '../../service/use-act.ts';

type Making<Name extends PortalOperationName> = {
  isBusy: boolean;
  failure: unknown;
  /** What is shown this once. */
  made: PortalAnswer<Name> | undefined;
  /** Whether it was made. */
  make(...args: CallArguments<Name>): Promise<boolean>;
  /** Closes the dialog; does nothing while the answer is on its way, because nobody would see what it brings. */
  close(): void;
};

/** An act whose answer is shown once. */
export function useMaking<Name extends PortalOperationName>(
  name: Name,
  { onChanged, onClose }: { onChanged(): void; onClose(): void },
): Making<Name> {
  const [made, setMade] = useState<PortalAnswer<Name>>();
  const { isBusy, failure, run } = useAct(name);
  const make = async (...args: CallArguments<Name>): Promise<boolean> => {
    const answer = await run(...args);
    if (!answer) return false;
    setMade(() => answer);
    onChanged();
    return true;
  };
  return { isBusy, failure, made, make, close: () => !isBusy && onClose() };
}
