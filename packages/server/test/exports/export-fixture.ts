import type { ExportView, PortalAnswer } from '@titular/contract';
import type { Reader } from '@titular/server/exports/index.ts';
import type { CompanyId } from '@titular/server/kernel/base/id.ts';
import { upsertMembership } from '@titular/server/users/memberships/membership-store.ts';
import type { TestTenant } from '@titular/test-kit';
import type { PasskeyPerson } from '@titular/test-kit/portal/people.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { expect } from 'vitest';
import type { VolumeFixture } from '../erasure/volume-fixture.ts';
import { memberOf } from '../portal/case-fixture.ts';

/** A person's calls about files of lists in a tenant. */
export function filesOf({ browser }: PasskeyPerson, { tenantId }: Pick<TestTenant, 'tenantId'>) {
  const params = { tenant_id: tenantId };
  const list = async (): Promise<ExportView[]> => (await browser.call('listExports', { params })).exports;
  const about = (id: string) => ({ ...params, export_id: id });
  return {
    list,
    about,
    /** Waits until the job has written the file. */
    written: (id: string): Promise<ExportView> =>
      eventually(async () => {
        const found = (await list()).find((one) => one.id === id);
        expect(found?.state).toBe('ready');
        return found as ExportView;
      }),
    /** The whole file, part by part. */
    async read(id: string): Promise<string> {
      let text = '';
      let next: PortalAnswer<'readExportPart'>;
      let part = 0;
      do {
        next = await browser.call('readExportPart', { params: about(id), body: { part } });
        text += next.text;
        part += 1;
      } while (!next.isLast);
      return text;
    },
  };
}

/** Lines of a file whose cells hold no line break. */
export const linesOf = (file: string): string[] => file.replace('\uFEFF', '').split('\r\n').slice(1, -1);

/** First cells of the lines, which are ids. */
export const idsOf = (file: string): string[] => linesOf(file).map((line) => line.slice(0, 36));

/** An admin of the volume's tenant with a membership, as each step asks for it. */
export async function addReader(
  { db, filler, owner }: Pick<VolumeFixture, 'db' | 'filler' | 'owner'>,
  companies: 'all' | readonly CompanyId[] = 'all',
): Promise<Reader> {
  const { userId, tenantId, actor } = memberOf(owner.tenantId, 'admin', { companies });
  await filler.query(
    `INSERT INTO users (user_id, name, name_key, created_at) VALUES ($1::uuid, 'Ana', $1::uuid::text, now())`,
    [userId],
  );
  const membership = { userId, tenantId, role: 'admin' as const, companies, isActive: true };
  await upsertMembership(db, membership, new Date());
  return { userId, tenantId, actor, companies, audit: 'all', persons: true };
}
