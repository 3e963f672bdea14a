import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A shell that stays open, as a newcomer's terminal does. */
export type Terminal = {
  /** Runs what was typed to its end and returns what it printed; a failure throws. */
  run(text: string): Promise<string>;
  /** Runs what goes on until it is stopped, up to a word in its output. */
  runUntil(text: string, word: string): Promise<void>;
  close(): Promise<void>;
};

const MARK = 'newcomer-step-ended';

type Listening = { output: () => string; heard: () => Promise<void> };

function listen(child: ChildProcess): Listening {
  let output = '';
  let closed = false;
  let waiting = Promise.withResolvers<void>();
  const wake = (): void => {
    waiting.resolve();
    waiting = Promise.withResolvers();
  };
  child.once('close', () => {
    closed = true;
    wake();
  });
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (part: string) => {
      output += part;
      wake();
    });
  return {
    output: () => output,
    heard: () => {
      if (closed) throw new Error(`the terminal closed:\n${output}`);
      return waiting.promise;
    },
  };
}

/** Opens a terminal in a directory. */
export function openTerminal(directory: string): Terminal {
  // A group of its own: what a command starts ends with it.
  const child = spawn('bash', ['--norc'], { cwd: directory, detached: true });
  const ended = once(child, 'close');
  const end = (): void => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid, 'SIGINT');
  };
  process.once('exit', end);
  const { output, heard } = listen(child);
  let steps = 0;
  const waitFor = async (from: number, pattern: RegExp): Promise<RegExpExecArray> => {
    for (;;) {
      const found = pattern.exec(output().slice(from));
      if (found) return found;
      await heard();
    }
  };
  return {
    async run(text) {
      const from = output().length;
      steps += 1;
      // An answer may end without an end of line.
      child.stdin.write(`${text}\nprintf '\\n%s %s\\n' '${MARK} ${steps}' $?\n`);
      const found = await waitFor(from, new RegExp(`^${MARK} ${steps} (\\d+)$`, 'm'));
      const printed = output().slice(from, from + found.index);
      if (found[1] !== '0') throw new Error(`${text}\nended with ${found[1]}:\n${printed}`);
      return printed;
    },
    async runUntil(text, word) {
      const from = output().length;
      child.stdin.write(`exec ${text}\n`);
      await waitFor(from, new RegExp(word));
    },
    async close() {
      end();
      child.stdin.end();
      await ended;
      process.off('exit', end);
    },
  };
}
