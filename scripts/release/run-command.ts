import { spawn } from 'node:child_process';

/** Runs a command and returns what it printed; an abort ends it with every process that it started. */
export function runCommand(
  command: string,
  words: readonly string[],
  { cwd, signal }: { cwd: string; signal: AbortSignal },
): Promise<string> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    // A group of its own: npm does not pass on to compilers what it is told.
    const child = spawn(command, words, { cwd, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const end = (): void => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    };
    signal.addEventListener('abort', end, { once: true });
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.on('error', reject);
    child.on('close', (code) => {
      signal.removeEventListener('abort', end);
      if (signal.aborted) reject(signal.reason);
      else if (code === 0) resolve(stdout);
      else reject(new Error(`${command} ${words.join(' ')} ended with ${code}:\n${stderr || stdout}`));
    });
  });
}
