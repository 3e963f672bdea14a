import { PAGE_LANGUAGES, type PageLanguage } from '@titular/contract/page';
import { icon } from './appearance/icons.ts';
import { el } from './dom.ts';
import { languageFacts, parseLanguage } from './i18n/choose-language.ts';
import { loadLanguage } from './i18n/load-language.ts';
import { createTranslate, type Translate } from './i18n/messages.ts';
import type { Subject } from './i18n/texts-like.ts';
import { keepClearOfBar } from './screens/parts/action-bar.ts';
import { type Brand, companyLogo } from './screens/parts/branding.ts';

/** Draws a screen in the language of `t`; called again when the person chooses another language, so it must do nothing else. */
export type Screen = (t: Translate) => HTMLElement;

/** The frame around the screens: header, language, and what a screen reader hears. */
export interface App {
  /** Shows a screen in place of the one before, whose `onLeave` runs first; the focus goes to its heading, or to a field in error. */
  show(screen: Screen, onLeave?: () => void): void;
  /** Speaks a text to screen readers; `assertive` interrupts. */
  announce(text: string, urgency: 'polite' | 'assertive'): void;
  /** Puts the company's logo into the header of this screen and all that follow. */
  setBrand(brand: Brand): void;
  /** Says what the person is asked for; until then only texts may be shown that are the same for each subject. */
  setSubject(subject: Subject): void;
  /** Speaks the language that the merchant wishes, unless the person chose one or its texts are not to be had. */
  suggestLanguage(language: string | null): Promise<void>;
  language(): PageLanguage;
  t: Translate;
  /** Whose page it is, once that is known. */
  brand(): Brand | undefined;
}

interface AppOptions {
  root: HTMLElement;
  language: PageLanguage;
  /** The language was asked for by who opened the page, so that no wish of the merchant changes it. */
  isLanguageChosen: boolean;
  /** Hears at once of a language that the person chose by hand, whose texts may have to come first. */
  onChosen?: (language: PageLanguage) => void;
  /** Leaves the focus where it is, in the page around this one. */
  keepsFocus?: boolean;
  /** Runs once the page speaks the language that was chosen. */
  onLanguage?: () => void;
}

function createLanguageSelect(onChange: (language: PageLanguage) => Promise<void>): HTMLSelectElement {
  const options = PAGE_LANGUAGES.map((language) => {
    const { tag, ownName } = languageFacts[language];
    return el('option', { value: language, lang: tag }, ownName);
  });
  const select = el('select', { class: 'language-select', id: 'language' }, ...options);
  select.addEventListener('change', () => {
    const language = parseLanguage(select.value);
    if (language !== undefined) void onChange(language);
  });
  return select;
}

type Frame = ReturnType<typeof createFrame>;

function createFrame(select: HTMLSelectElement) {
  const label = el('span', { class: 'header-label' });
  const languageLabel = el('label', { class: 'visually-hidden', for: 'language' });
  const brand = el('div', { class: 'brand' }, icon('shield'), label);
  const language = el('div', { class: 'language' }, icon('globe'), languageLabel, select);
  const main = el('main', { class: 'main' });
  const polite = el('div', { class: 'visually-hidden', 'aria-live': 'polite' });
  const assertive = el('div', { class: 'visually-hidden', 'aria-live': 'assertive' });
  const header = el('header', { class: 'header' }, brand, language);
  return { header, brand, main, label, languageLabel, live: { polite, assertive } };
}

function drawScreen(frame: Frame, element: HTMLElement, pageTitle: string, moveFocus: boolean): void {
  frame.main.replaceChildren(element);
  frame.header.hidden = element.hasAttribute('data-immersive');
  for (const place of [frame.header, frame.main])
    place.classList.toggle('wide', element.hasAttribute('data-wide'));
  keepClearOfBar(element);
  const title = element.querySelector('h1');
  if (title?.textContent) document.title = `${title.textContent} · ${pageTitle}`;
  if (!moveFocus) return;
  window.scrollTo(0, 0);
  const wrong = element.querySelector<HTMLElement>('[aria-invalid="true"]');
  if (wrong) wrong.focus();
  else title?.focus({ preventScroll: true });
}

/** Builds the frame in `root`; the texts of its first language have been fetched. */
export function createApp(options: AppOptions): App {
  const { root, language: first, isLanguageChosen, onChosen, onLanguage, keepsFocus } = options;
  let isChosen = isLanguageChosen;
  const select = createLanguageSelect(async (chosen) => {
    isChosen = true;
    onChosen?.(chosen);
    if (!(await speak(chosen))) return;
    draw(false);
    onLanguage?.();
  });
  const frame = createFrame(select);
  let language = first;
  let subject: Subject = 'transaction';
  let translate = createTranslate(first, subject);
  let brand: Brand | undefined;
  let current: Screen | undefined;
  let leave: (() => void) | undefined;

  function setLanguage(chosen: PageLanguage): void {
    language = chosen;
    translate = createTranslate(chosen, subject);
    select.value = chosen;
    document.documentElement.lang = languageFacts[chosen].tag;
    document.documentElement.dir = languageFacts[chosen].direction;
    document.title = translate('documentTitle');
    frame.label.textContent = translate('headerLabel');
    frame.languageLabel.textContent = translate('languageLabel');
  }

  // Of languages asked for one after the other the last one counts; without its texts the page stays as it is.
  async function speak(asked: PageLanguage): Promise<boolean> {
    select.value = asked;
    const isThere = await loadLanguage(asked).then(
      () => true,
      () => false,
    );
    if (select.value !== asked) return false;
    setLanguage(isThere ? asked : language);
    return isThere;
  }

  function draw(moveFocus: boolean): void {
    if (current !== undefined) drawScreen(frame, current(translate), translate('documentTitle'), moveFocus);
  }

  root.replaceChildren(frame.header, frame.main, frame.live.polite, frame.live.assertive);
  setLanguage(first);
  return {
    show: (screen, onLeave) => {
      leave?.();
      leave = onLeave;
      current = screen;
      draw(!keepsFocus);
    },
    announce: (text, urgency) => {
      frame.live[urgency].textContent = text;
    },
    setSubject: (said) => {
      subject = said;
      translate = createTranslate(language, subject);
    },
    suggestLanguage: async (preferred) => {
      const known = parseLanguage(preferred);
      if (!isChosen && known !== undefined && known !== language) await speak(known);
    },
    setBrand: (shown) => {
      const isNew = shown.logoPath !== brand?.logoPath;
      brand = shown;
      const logo = companyLogo(shown);
      if (isNew && logo) frame.brand.replaceChildren(logo);
    },
    brand: () => brand,
    language: () => language,
    t: (key, values) => translate(key, values),
  };
}
