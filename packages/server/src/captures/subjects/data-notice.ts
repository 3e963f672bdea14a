import type { DataNotice } from '@titular/contract';
import type { Company, Tenant } from '../../tenants/index.ts';

/** Where nothing was ever set: of a company or tenant that is gone. */
const DEFAULT_DAYS = { pictures: 30, person: 540, face: 1095 };

/** What the page tells of the data, from the company's settings and the tenant's; it promises nothing that retention does not keep. */
export const dataNoticeOf = (company: Company | undefined, tenant: Tenant | undefined): DataNotice => ({
  controllerName: company?.controllerName ?? null,
  privacyUrl: company?.privacyUrl ?? null,
  termsUrl: company?.termsUrl ?? null,
  contact: {
    url: company?.supportUrl ?? null,
    email: company?.supportEmail ?? null,
    phone: company?.supportPhone ?? null,
  },
  pictureDays: company?.captureRetentionDays ?? DEFAULT_DAYS.pictures,
  personDays: company?.personRetentionDays ?? DEFAULT_DAYS.person,
  deviceDays: company && company.deviceManyIdentities !== 'ignore' ? company.deviceDays : null,
  faceDays: tenant?.templateRetentionDays ?? DEFAULT_DAYS.face,
});
