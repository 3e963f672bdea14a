import type { SessionView } from '@titular/contract/page';

type Theme = SessionView['theme'];

/** What asks for a scheme: a rule of the style sheets, or a colour of the document. */
interface Asking {
  scheme: string;
  set(media: string): void;
}

const SCHEME = /\(prefers-color-scheme: (light|dark)\)/;

const grouping = (rule: CSSRule): rule is CSSMediaRule => 'media' in rule;

function listMediaRules(): CSSMediaRule[] {
  const sheets = [...document.styleSheets].filter(({ href }) => href !== null);
  return sheets.flatMap((sheet) => [...sheet.cssRules]).filter(grouping);
}

/** Lists what asks for a scheme; to be called once, since setting a theme writes over what is asked for. */
function listAsking(): Asking[] {
  const asking: Asking[] = [];
  const add = (media: string, set: Asking['set']): void => {
    const scheme = SCHEME.exec(media)?.[1];
    if (scheme !== undefined) asking.push({ scheme, set });
  };
  for (const { media } of listMediaRules())
    add(media.mediaText, (text) => {
      media.mediaText = text;
    });
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
    add(meta.media, (text) => {
      meta.media = text;
    });
  return asking;
}

let asking: Asking[] | undefined;

/** Shows the colours that the merchant wishes, whatever the device says: what asks for the other scheme never applies, and what asks for this one always does. */
export function applyTheme(theme: Theme): void {
  if (theme === 'auto') return;
  asking ??= listAsking();
  document.documentElement.style.setProperty('color-scheme', theme);
  for (const { scheme, set } of asking) set(scheme === theme ? 'all' : 'not all');
}
