import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { migrate } from '@titular/server/kernel/database/migrate/migrate.ts';
import { cloneFrom } from '@titular/test-kit/database/clone-database.ts';
import { startTestServer } from '@titular/test-kit/database/test-server.ts';
import { BASELINE, releaseContract } from './contract/release-contract.ts';
import { generatedPages, openApiText } from './docs/pages.ts';

async function writePages(): Promise<void> {
  const server = await startTestServer(migrate);
  try {
    const pages = await generatedPages((await cloneFrom(server)).connectionString);
    for (const [file, content] of Object.entries(pages)) {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
      console.log(`wrote ${file}`);
    }
  } finally {
    await server.stop();
  }
}

async function release(): Promise<void> {
  for (const { kind, where, what } of await releaseContract(openApiText()))
    console.log(`${kind}: ${where} ${what}`);
  console.log(`wrote ${BASELINE}`);
}

await writePages();
if (process.argv.includes('--release')) await release();
