import { writeFile } from 'node:fs/promises';
import { migrate } from '@titular/server/database/migrate.ts';
import { cloneFrom } from '@titular/test-kit/database/clone-database.ts';
import { startTestServer } from '@titular/test-kit/database/test-server.ts';
import { generatedPages } from './docs/pages.ts';

const server = await startTestServer(migrate);
try {
  const pages = await generatedPages((await cloneFrom(server)).connectionString);
  for (const [file, content] of Object.entries(pages)) {
    await writeFile(file, content);
    console.log(`wrote ${file}`);
  }
} finally {
  await server.stop();
}
