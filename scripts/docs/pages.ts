import { routeTable } from '@titular/server/route-table.ts';
import { commandLinePage } from './command-line-page.ts';
import { configurationPage } from './configuration-page.ts';
import { databaseDump } from './database-dump.ts';
import { decisionPage } from './decision-page.ts';
import { errorsPage } from './errors-page.ts';
import { openApi } from './openapi.ts';
import { statesPage } from './states-page.ts';

/** Every generated file of docs/ with its content; the schema is read from the given migrated database. */
export const generatedPages = async (connectionString: string): Promise<Record<string, string>> => ({
  'docs/errors.md': errorsPage(),
  'docs/transaction-states.md': statesPage(),
  'docs/command-line.md': commandLinePage(),
  'docs/configuration.md': configurationPage(),
  'docs/decision.md': decisionPage(),
  'docs/openapi.json': openApi(routeTable({} as never)),
  'docs/database.sql': await databaseDump(connectionString),
});
