import { readFile } from 'node:fs/promises';
import { cloneDatabase } from '@titular/test-kit/database/clone-database.ts';
import { expect, test } from 'vitest';
import { generatedPages } from '../scripts/docs/pages.ts';

test('every generated page is what the code says now', async () => {
  const database = await cloneDatabase();
  try {
    for (const [file, content] of Object.entries(await generatedPages(database.connectionString))) {
      expect(await readFile(file, 'utf8'), `${file} is stale: run "npm run generate"`).toBe(content);
    }
  } finally {
    await database.drop();
  }
});
