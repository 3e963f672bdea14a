// A process of its own, to be killed: writes a file part by part.
import { flushCompileCache } from 'node:module';
import { writeNextPart } from '@titular/server/exports/write-export.ts';
import { systemClock } from '@titular/server/kernel/base/clock.ts';
import type { TenantId } from '@titular/server/kernel/base/id.ts';
import { connect } from '@titular/server/kernel/database/connect.ts';
import { fixedMasterKeys, parseMasterKey } from '@titular/server/tenants/keys/master-key.ts';
import { createTenantKeys } from '@titular/server/tenants/keys/tenant-key-cache.ts';

const [connectionString = '', masterKeyText = '', tenantId = '', exportId = '', limits = ''] =
  process.argv.slice(2);
const { db, close } = connect(connectionString, 2, () => undefined);
const deps = {
  ...{ db, clock: systemClock, environment: 'test' as const },
  tenantKeys: createTenantKeys(db, await fixedMasterKeys(parseMasterKey(masterKeyText))),
};
flushCompileCache();
const named = { tenantId: tenantId as TenantId, exportId };
while (!(await writeNextPart(deps, named, JSON.parse(limits))));
await close();
