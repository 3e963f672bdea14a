import { Refusal } from '../base/refusal.ts';
import { OperatorRefusal, type OperatorRefusalKind } from '../operators/operator.ts';

/** Refusals for which there is a kind of their own; any other says that something given is not valid. */
const KINDS: Readonly<Record<string, OperatorRefusalKind>> = {
  '40054': 'forbidden',
  '40406': 'not-found',
  '40407': 'not-found',
  '40408': 'not-found',
};

/** What the API refuses to a merchant, in the words of the command line. */
export async function inWords<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Refusal) throw new OperatorRefusal(KINDS[error.code] ?? 'invalid', error.message);
    throw error;
  }
}
