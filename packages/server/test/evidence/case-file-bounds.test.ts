import { noteByHand } from '@titular/server/cases/act/note-case.ts';
import { makeCaseFile } from '@titular/server/cases/file/make-case-file.ts';
import { createBoundedQueue } from '@titular/server/kernel/jobs/bounded-queue.ts';
import { startTestService, type TestService } from '@titular/test-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf } from '../portal/case-fixture.ts';
import { type CaseFiles, openCaseFiles } from './case-file-fixture.ts';
import { checkWithOpenssl, readText, takeApart } from './read-pdf.ts';

let service: TestService;
let files: CaseFiles;
beforeAll(async () => {
  service = await startTestService();
  files = await openCaseFiles(service);
}, 360_000);
afterAll(() => service?.close());

const countPages = (document: Buffer): number =>
  document.toString('latin1').split(/\/Type \/Page\n/).length - 1;

/** The longest time for which nothing else ran while the work was under way. */
async function longestPauseMs(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 1);
  await work();
  clearInterval(timer);
  return Math.max(longest, performance.now() - last);
}

describe('a case file with the worst notes', () => {
  test.each([
    ['signs that no font has', '山'.repeat(2_000)],
    ['line breaks', `x${'\n'.repeat(1_990)}x`],
    ['one word', 'W'.repeat(2_000)],
    ['short words', 'a '.repeat(999)],
  ])(
    'has at most 40 pages and says what it leaves out, and other work runs meanwhile: %s (P44)',
    async (_what, text) => {
      const id = await files.newEnded('expired');
      const author = files.as('admin');
      for (let count = 0; count < 100; count += 1)
        await noteByHand(files.deps, author, id, { body: { text } });
      let document: Buffer = Buffer.alloc(0);
      const pauseMs = await longestPauseMs(async () => {
        document = await files.make(author, id);
      });
      // It took 42 seconds without a pause before; a busy machine takes a part of one.
      expect(pauseMs).toBeLessThan(2_000);
      const pages = countPages(document);
      expect(pages).toBeGreaterThan(3);
      expect(pages).toBeLessThanOrEqual(40);
      const said = readText(document);
      expect(said).toMatch(/\d+ more lines of this part are left out\./);
      // What comes after the notes is there all the same.
      for (const words of ['Webhook deliveries', 'Timeline (UTC)', 'This document is signed'])
        expect(said).toContain(words);
      expect(said).toContain(`${id} · page 1 of ${pages}`);
      expect(said).toContain(`${id} · page ${pages} of ${pages}`);
      const { signature, covered } = takeApart(document);
      await checkWithOpenssl(signature, covered);
    },
    120_000,
  );

  test('counts in characters what it leaves out of a note, and cuts no code point in two', async () => {
    const id = await files.newEnded('expired');
    const author = files.as('admin');
    await noteByHand(files.deps, author, id, { body: { text: '山'.repeat(2_000) } });
    const said = readText(await files.make(author, id));
    const shown = said.split('\\u{5c71}').length - 1;
    const [, count] = /… (\d+) more characters are left out/.exec(said) ?? [];
    expect(shown).toBeGreaterThan(500);
    expect(shown + Number(count)).toBe(2_000);
    expect(said.replaceAll('\\u{5c71}', '')).not.toContain('\\u');
  });
});

describe('case files', () => {
  test('are made one at a time, and refused as busy when many wait: a refused one leaves no entry', async () => {
    const id = await files.newEnded('canceled');
    const maker = files.as('admin');
    let atOnce = 0;
    let most = 0;
    const deps = {
      ...files.deps,
      createCaseFile: (read: Parameters<typeof files.deps.createCaseFile>[0]) =>
        files.deps.createCaseFile(async () => {
          atOnce += 1;
          most = Math.max(most, atOnce);
          try {
            return await read();
          } finally {
            atOnce -= 1;
          }
        }),
    };
    const codes = await Promise.all(
      Array.from({ length: 12 }, () => codeOf(() => makeCaseFile(deps, maker, id, { language: 'en' }))),
    );
    expect(most).toBe(1);
    expect(codes.filter((code) => code === undefined).length).toBeGreaterThanOrEqual(9);
    expect(codes.every((code) => code === undefined || code === '42906')).toBe(true);
    expect(await files.entriesAbout(id)).toHaveLength(codes.filter((code) => code === undefined).length);
  });

  test('a queue runs its work in order, and goes on after one that fails', async () => {
    const queue = createBoundedQueue({ atOnce: 1, waiting: 2 });
    const done: number[] = [];
    const first = queue(async () => {
      await Promise.resolve();
      throw new Error('of its own');
    });
    const rest = [1, 2].map((number) => queue(async () => done.push(number)));
    expect(await codeOf(() => queue(async () => undefined))).toBe('42906');
    await expect(first).rejects.toThrow('of its own');
    await Promise.all(rest);
    expect(done).toEqual([1, 2]);
    expect(await queue(async () => 'again')).toBe('again');
  });
});
