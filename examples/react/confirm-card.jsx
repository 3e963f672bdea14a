import { init } from '@titular/web-sdk';
import { useEffect, useRef, useState } from 'react';

/**
 * A button that has the person confirm the card. `createTransaction` asks the shop's server, which answers `id` and, unless no selfie is
 * needed, `token`. `onOutcome` is told `{ concluded, transactionId, status }`, and without a selfie `{ transactionId }` alone. The shop's
 * server has the last word on it.
 */
export function ConfirmCard({ baseUrl, createTransaction, onOutcome }) {
  const client = useRef(null);
  const [problem, setProblem] = useState(null);
  const [isOpen, setIsOpen] = useState(false);

  useEffect(() => {
    client.current = init({ type: 'IFRAME', baseUrl });
    return () => client.current.close();
  }, [baseUrl]);

  async function confirm() {
    setIsOpen(true);
    setProblem(null);
    try {
      const { id, token } = await createTransaction();
      if (!token) return onOutcome({ transactionId: id });
      onOutcome(await client.current.open({ transactionId: id, token }));
    } catch (error) {
      setProblem(error);
    } finally {
      setIsOpen(false);
    }
  }

  return (
    <>
      <button type="button" disabled={isOpen} onClick={confirm}>
        Confirm my card
      </button>
      {problem && <p role="alert">It could not be opened ({problem.code ?? 'order'}). Please try again.</p>}
    </>
  );
}
