import type { SessionView } from '@titular/contract/page';

const SCHEME = /\(prefers-color-scheme: (light|dark)\)/;

const grouping = (rule: CSSRule): rule is CSSMediaRule => 'media' in rule;

function listMediaRules(): CSSMediaRule[] {
  const sheets = [...document.styleSheets].filter(({ href }) => href !== null);
  return sheets.flatMap((sheet) => [...sheet.cssRules]).filter(grouping);
}

/** Shows the colours that the merchant wishes, whatever the device says: what asks for the other scheme never applies, and what asks for this one always does. */
export function applyTheme(theme: SessionView['theme']): void {
  if (theme === 'auto') return;
  document.documentElement.style.setProperty('color-scheme', theme);
  for (const { media } of listMediaRules()) {
    const scheme = SCHEME.exec(media.mediaText)?.[1];
    if (scheme !== undefined) media.mediaText = scheme === theme ? 'all' : 'not all';
  }
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const scheme = SCHEME.exec(meta.media)?.[1];
    if (scheme !== undefined) meta.media = scheme === theme ? 'all' : 'not all';
  }
}
