import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const page = readFileSync(join(ROOT, 'docs/clients/in-common.md'), 'utf8');

const sourcesIn = (folder: string, ending: string): string =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending) && !name.includes('test'))
    .map((name) => readFileSync(join(ROOT, folder, name), 'utf8'))
    .join('\n');

/** Each client with its sources, and how they write the limits of the page: a try, a call, a wait and an answer. */
const CLIENTS: Readonly<Record<string, { sources: string; limits: readonly RegExp[] }>> = {
  TypeScript: {
    sources: sourcesIn('packages/client/src', '.ts'),
    limits: [
      /most: 600_000, usual: 30_000/,
      /'deadlineMs'.*usual: 600_000/,
      /USUAL_TIMEOUT_MS = 600_000/,
      /MAX_ANSWER_BYTES = 32 \* 1024 \* 1024/,
    ],
  },
  Python: {
    sources: sourcesIn('clients/python/titular', '.py'),
    limits: [
      /timeout_seconds: float = 30,/,
      /deadline_seconds: float = 600,/,
      /wait_for_final\(\s*self, transaction_id: str, \*, timeout_seconds: float = 600/,
      /_MAX_RESPONSE_BYTES = 32 \* 1024 \* 1024/,
    ],
  },
  PHP: {
    sources: sourcesIn('clients/php/src', '.php'),
    limits: [
      /float \$timeoutSeconds = 30,/,
      /float \$deadlineSeconds = 600,/,
      /waitForFinal\(string \$transactionId, float \$timeoutSeconds = 600\)/,
      /MAX_RESPONSE_BYTES = 32 \* 1024 \* 1024/,
    ],
  },
  Go: {
    sources: sourcesIn('clients/go', '.go'),
    limits: [
      /defaultTimeout\s+= 30 \* time\.Second/,
      /defaultDeadline\s+= 600 \* time\.Second/,
      /defaultWait\s+= 600 \* time\.Second/,
      /maxResponseBytes = 32 << 20/,
    ],
  },
  Java: {
    sources: sourcesIn('clients/java/src', '.java'),
    limits: [
      /Duration timeout = Duration\.ofSeconds\(30\)/,
      /Duration deadline = Duration\.ofSeconds\(600\)/,
      /DEFAULT_WAIT = Duration\.ofSeconds\(600\)/,
      /MAX_RESPONSE_BYTES = 32 << 20/,
    ],
  },
};

test.each(Object.entries(CLIENTS))(
  'the page of limits says of %s what the client does',
  (language, { sources, limits }) => {
    const row = page.split('\n').find((line) => line.startsWith(`| ${language} |`)) ?? '';
    const names = [...row.matchAll(/`([A-Za-z_.]+)`/g)].map(([, name = '']) => name.split('.').at(-1) ?? '');
    expect(names.length).toBeGreaterThan(2);
    expect(names.filter((name) => !new RegExp(`\\b${name}\\b`, 'i').test(sources))).toEqual([]);
    expect(limits.filter((limit) => !limit.test(sources)).map(String)).toEqual([]);
  },
);
