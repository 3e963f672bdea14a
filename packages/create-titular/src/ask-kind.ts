import { createInterface } from 'node:readline/promises';
import { findKind, KINDS, type Kind } from './kinds.ts';

/** Asks in a terminal what to make, until an answer fits; undefined once the person leaves. */
export async function askKind(): Promise<Kind | undefined> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const left = new Promise<undefined>((resolve) => terminal.once('close', () => resolve(undefined)));
  try {
    console.log('What shall it be?');
    KINDS.forEach(({ name, what }, at) => {
      console.log(`  ${at + 1}  ${name.padEnd(10)}${what}`);
    });
    for (;;) {
      const question = terminal.question('Number or name: ').catch(() => undefined);
      const typed = await Promise.race([question, left]);
      if (typed === undefined) return undefined;
      const kind = findKind(typed);
      if (kind) return kind;
    }
  } finally {
    terminal.close();
  }
}
