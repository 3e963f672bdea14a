import { readFile } from 'node:fs/promises';
import { buildOpenApi, DEFAULT_SERVER_URL } from '@titular/server/api-docs/openapi.ts';
import { routeTable } from '@titular/server/modules.ts';
import { CONTENTS } from '../../packages/docs-site/src/build/listed-pages.ts';
import { COLLECTION_FILE, collectionText } from '../clients/collection/collection.ts';
import { goOperations, goSchemas } from '../clients/go/operations.ts';
import { javaOperations } from '../clients/java/operations.ts';
import { javaTypes } from '../clients/java/types.ts';
import { phpOperations } from '../clients/php-operations.ts';
import { pythonOperations } from '../clients/python-operations.ts';
import { deploymentFiles } from '../deployment/deployment-files.ts';
import { dashboardFile } from '../operations/dashboard-file.ts';
import { metricsPage } from '../operations/metrics-page.ts';
import { rulesFile } from '../operations/rules-file.ts';
import { auditActionsPage } from './audit-actions-page.ts';
import { callsPages } from './calls-pages.ts';
import { capturesPage } from './captures-page.ts';
import { cardNamesPage } from './card-names-page.ts';
import { caseFileWords } from './case-file-words.ts';
import { commandLinePage } from './command-line-page.ts';
import { configurationPage } from './configuration-page.ts';
import { dataProtectionPage } from './data-protection-page.ts';
import { databaseDump } from './database-dump.ts';
import { decisionPage } from './decision-page.ts';
import { errorsPage } from './errors-page.ts';
import { llmsPage } from './llms-page.ts';
import { portalPage } from './portal-page.ts';
import { sandboxPage } from './sandbox-page.ts';
import { statesPage } from './states-page.ts';

const openApi = () => buildOpenApi(routeTable({} as never), DEFAULT_SERVER_URL);

/** docs/openapi.json, for a service at the default address. */
export const openApiText = (): string => `${JSON.stringify(openApi(), null, 2)}\n`;

/** Every generated file with its content; the schema is read from the given migrated database. */
export const generatedPages = async (connectionString: string): Promise<Record<string, string>> => ({
  'docs/errors.md': errorsPage(),
  'docs/transaction-states.md': statesPage(),
  'docs/command-line.md': commandLinePage(),
  'docs/configuration.md': configurationPage(),
  'docs/audit-actions.md': auditActionsPage(),
  'docs/captures.md': capturesPage(),
  'docs/card-names.md': cardNamesPage(),
  'docs/decision.md': decisionPage(),
  'docs/data-protection.md': dataProtectionPage(),
  'docs/portal.md': portalPage(),
  'docs/operations/metrics.md': metricsPage(),
  'ops/prometheus/rules.yml': rulesFile(),
  'ops/grafana/titular.json': dashboardFile(),
  ...callsPages(openApi()),
  ...caseFileWords(),
  ...deploymentFiles(),
  'docs/sandbox.md': sandboxPage(),
  'docs/openapi.json': openApiText(),
  [COLLECTION_FILE]: collectionText(openApi()),
  'clients/python/titular/operations.py': pythonOperations(openApi()),
  'clients/php/src/Operations.php': phpOperations(openApi()),
  'clients/go/operations.go': goOperations(openApi()),
  'clients/go/schemas.go': goSchemas(openApi()),
  'clients/java/src/titular/Operations.java': javaOperations(openApi()),
  'clients/java/src/titular/Types.java': javaTypes(openApi()),
  'docs/database.sql': await databaseDump(connectionString),
  'llms.txt': llmsPage(openApi(), await readFile(CONTENTS, 'utf8')),
});
