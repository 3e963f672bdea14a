import type { Company } from '../../tenants/index.ts';
import type { CaptureSubject } from './capture-subject.ts';

/** What the page shows of the company that asks; one that is gone has no name. */
export const companyBranding = (
  company: Company | undefined,
): Pick<
  CaptureSubject,
  'companyName' | 'brandColour' | 'logoPath' | 'introduction' | 'phoneFirst' | 'stepFeedback'
> => ({
  companyName: company?.brandName ?? company?.name ?? '',
  brandColour: company?.brandColour ?? null,
  logoPath: company?.logoSha256 ? `/capture/logos/${company.logoSha256}.png` : null,
  introduction: company?.introduction ?? {},
  phoneFirst: company?.phoneFirst ?? 'off',
  stepFeedback: company?.stepFeedback ?? 'off',
});
