import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommandLine } from '@titular/cli/frame/run-command.ts';
import type { Trial } from '@titular/lab/ephemeral-service/trial.ts';
import { openTrial } from '@titular/lab/ephemeral-service/trial-service.ts';
import { readConfig } from '@titular/server/config/config.ts';

/** A service for all runs of a file, so that the suite is short, with a directory and an environment for whoever starts one of its own. */
export type TrialFixture = {
  root: string;
  environment: Record<string, string>;
  trial: Trial;
  /** `titular sandbox …` on that service. */
  command(...words: string[]): Promise<{ code: number; output: string; errors: string }>;
  close(): Promise<void>;
};

/** Opens one. */
export async function openTrialFixture(): Promise<TrialFixture> {
  const root = await mkdtemp(join(tmpdir(), 'titular-test-'));
  const environment = {
    // No database answers there, and none may be begun in the directory.
    DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none',
    TITULAR_DATA_DIR: join(root, 'data'),
  };
  const trial = await openTrial({ ...readConfig(environment), engineThreads: 1, webhookLoopback: true });
  return {
    root,
    environment,
    trial,
    async command(...words) {
      const written = { output: '', errors: '' };
      const collect = (name: keyof typeof written) => ({
        write: (text: string) => (written[name] += text),
      });
      const code = await runCommandLine(['sandbox', ...words], {
        environment,
        output: collect('output'),
        errors: collect('errors'),
        onInterrupt: () => () => undefined,
        openTrial: async () => ({ ...trial, close: async () => undefined }),
      });
      return { code, ...written };
    },
    async close() {
      await trial.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}
