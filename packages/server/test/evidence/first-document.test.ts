import type { SigningKeys } from '@titular/server/access-tokens/index.ts';
import { createDocumentMakers } from '@titular/server/evidence/create-evidence.ts';
import { expect, test } from 'vitest';

// In a file of its own: what draws and signs is loaded by the first document of a process.
test('a first document that cannot be drawn fails its own call, and nothing else of the process', async () => {
  const keys = { current: () => Promise.reject(new Error('a key was asked for')) } as unknown as SigningKeys;
  const { createCaseFile } = createDocumentMakers(keys, 'https://titular.example');
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  process.on('unhandledRejection', note);
  const made = createCaseFile(async () => ({
    ...{ title: 'Case', lead: 'Lead', language: 'en', at: new Date(0), sections: [], note: '' },
    pictures: [{ jpeg: Buffer.from('no picture'), caption: 'Frame' }],
    receipt: undefined,
    leftOut: { whole: () => '', lines: () => '' } as never,
    foot: () => '',
  }));
  await expect(made).rejects.toThrow('Unknown image format');
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});
