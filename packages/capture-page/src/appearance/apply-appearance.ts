import type { SessionView } from '@titular/contract/page';
import type { App } from '../app.ts';
import { applyBranding } from './apply-branding.ts';
import { applyTheme } from './apply-theme.ts';

/** Gives the page what the company chose for it. */
export function applyAppearance(
  app: App,
  appearance: Pick<SessionView, 'subject' | 'brandColour' | 'logoPath' | 'companyName' | 'theme'>,
): void {
  const { subject, brandColour, theme } = appearance;
  app.setSubject(subject);
  app.setBrand(appearance);
  applyTheme(theme);
  applyBranding(brandColour);
}
