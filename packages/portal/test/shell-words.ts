import { execFileSync } from 'node:child_process';

/** The words that a shell makes of some command lines. */
export function readWords(lines: readonly string[]): string[][] {
  const script = lines.map((line) => `print ${line}`).join('\n');
  const head = `print() { for word in "$@"; do printf '%s\\0' "$word"; done; printf '\\n\\0'; }\n`;
  const output = execFileSync('sh', ['-s'], { input: head + script, encoding: 'utf8' });
  return output
    .split('\n\0')
    .slice(0, -1)
    .map((words) => words.split('\0').slice(0, -1));
}
