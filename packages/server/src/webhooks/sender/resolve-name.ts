import { Resolver } from 'node:dns/promises';

/** The name did not lead to an address that may be dialled. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

/** Finds the addresses of a name; an `AddressRefused` when there is no answer, and an abort of `signal` ends the search. */
export type Resolve = (hostname: string, signal?: AbortSignal) => Promise<string[]>;

const LIMIT_MS = 5_000;
const FIRST_WAIT_MS = 1_500;
const TRIES = 3;
/** Some name servers never answer for the kind of address that a name has not. */
const OTHER_FAMILY_WAIT_MS = 300;

const NO_TIME = 'the name was not resolved in time';

/** What c-ares says, in words of ours; the first failure that is more than the lack of one kind of address tells the most. */
function describeFailure(codes: readonly string[]): string {
  const code = codes.find((one) => one !== 'ENODATA');
  if (code === undefined) return 'the name has no address';
  return code === 'ECANCELLED' || code === 'ETIMEOUT' ? NO_TIME : `the name was not resolved (${code})`;
}

/**
 * Asks the machine's name servers for A and AAAA records within 5 s in all, IPv4 first. Once one kind has addresses,
 * the other has 300 ms left; later answers are ignored. Neither the hosts file nor search domains count, and no
 * thread waits: a name server that hangs delays nobody else.
 */
export const resolveName: Resolve = async (hostname, signal) => {
  signal?.throwIfAborted();
  const resolver = new Resolver({ timeout: FIRST_WAIT_MS, tries: TRIES });
  const cancel = (): void => resolver.cancel();
  const limits = [setTimeout(cancel, LIMIT_MS)];
  const hurryOther = (addresses: string[]): string[] => {
    limits.push(setTimeout(cancel, OTHER_FAMILY_WAIT_MS));
    return addresses;
  };
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    const answers = await Promise.allSettled([
      resolver.resolve4(hostname).then(hurryOther),
      resolver.resolve6(hostname).then(hurryOther),
    ]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return addresses;
    const codes = answers.map((answer) => (answer.status === 'rejected' ? answer.reason.code : 'ENODATA'));
    throw new AddressRefused(describeFailure(codes));
  } finally {
    for (const limit of limits) clearTimeout(limit);
    signal?.removeEventListener('abort', cancel);
    cancel();
  }
};
