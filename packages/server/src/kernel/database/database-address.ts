import { setTimeout as delay } from 'node:timers/promises';

/** Where the database is, and as whom; where that stands in a file it may change while the service runs. */
export type DatabaseAddress = {
  /** The address to use now. */
  current(): string;
  /** Reads the address again because PostgreSQL refused the password in `refused`; absent where it cannot change. */
  renew?(refused: string): void;
};

const PASSWORD_REFUSED = '28P01';
const PAUSE_MS = 100;

/** An address that never changes. */
export const fixedAddress = (connectionString: string): DatabaseAddress => ({
  current: () => connectionString,
});

/**
 * An address that is read anew. File and password are never changed in one instant, so the address before is tried
 * where PostgreSQL refuses the newest.
 */
export function changingAddress(read: () => string, reread: () => void): DatabaseAddress {
  let newest = read();
  let before: string | undefined;
  let chosen = newest;
  const look = (): void => {
    const found = read();
    if (found === newest) return;
    before = newest;
    newest = found;
    chosen = found;
  };
  return {
    current() {
      look();
      return chosen;
    },
    renew(refused) {
      reread();
      look();
      chosen = [newest, before].find((one) => one !== undefined && one !== refused) ?? newest;
    },
  };
}

/** Connects, and again for `limitMs` while PostgreSQL refuses the password and the address may change. */
export async function connectWith<T>(
  address: DatabaseAddress,
  limitMs: number,
  connect: (connectionString: string) => Promise<T>,
): Promise<T> {
  const deadline = performance.now() + limitMs;
  for (let tries = 1; ; tries += 1) {
    const tried = address.current();
    try {
      return await connect(tried);
    } catch (error) {
      const isRefused = (error as { code?: string }).code === PASSWORD_REFUSED;
      if (!isRefused || !address.renew || performance.now() >= deadline) throw error;
      address.renew(tried);
      if (tries > 1) await delay(PAUSE_MS);
    }
  }
}
