import type { Writable } from 'node:stream';

/**
 * Gives a program all of its standard input. One that ends before it has read all of it closes the pipe (EPIPE), which
 * is no fault of the test: its exit code and what it printed tell.
 */
export function giveInput({ stdin }: { stdin: Writable | null }, input: string | Uint8Array): void {
  stdin?.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  stdin?.end(input);
}
