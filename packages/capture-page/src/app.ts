import { PAGE_LANGUAGES, type PageLanguage } from '@titular/contract/page';
import { icon } from './appearance/icons.ts';
import { el } from './dom.ts';
import { languageFacts, parseLanguage } from './i18n/choose-language.ts';
import { createTranslate, type Translate } from './i18n/messages.ts';
import type { Subject } from './i18n/texts-like.ts';

/** Draws a screen in the language of `t`; called again when the person chooses another language, so it must do nothing else. */
export type Screen = (t: Translate) => HTMLElement;

/** The frame around the screens: header, language, and what a screen reader hears. */
export interface App {
  /** Shows a screen in place of the one before, whose `onLeave` runs first; the focus goes to its heading, or to a field in error. */
  show(screen: Screen, onLeave?: () => void): void;
  /** Speaks a text to screen readers; `assertive` interrupts. */
  announce(text: string, urgency: 'polite' | 'assertive'): void;
  /** Says what the person is asked for; until then only texts may be shown that are the same for each subject. */
  setSubject(subject: Subject): void;
  language(): PageLanguage;
  t: Translate;
}

interface AppOptions {
  root: HTMLElement;
  language: PageLanguage;
  /** Runs after the person chose a language by hand. */
  onLanguage: (language: PageLanguage) => void;
}

function createLanguageSelect(onChange: (language: PageLanguage) => void): HTMLSelectElement {
  const options = PAGE_LANGUAGES.map((language) => {
    const { tag, ownName } = languageFacts[language];
    return el('option', { value: language, lang: tag }, ownName);
  });
  const select = el('select', { class: 'language-select', id: 'language' }, ...options);
  select.addEventListener('change', () => {
    const language = parseLanguage(select.value);
    if (language !== undefined) onChange(language);
  });
  return select;
}

function createFrame(select: HTMLSelectElement) {
  const label = el('span', { class: 'header-label' });
  const languageLabel = el('label', { class: 'visually-hidden', for: 'language' });
  const brand = el('div', { class: 'brand' }, icon('shield'), label);
  const language = el('div', { class: 'language' }, icon('globe'), languageLabel, select);
  const main = el('main', { class: 'main' });
  const polite = el('div', { class: 'visually-hidden', 'aria-live': 'polite' });
  const assertive = el('div', { class: 'visually-hidden', 'aria-live': 'assertive' });
  const header = el('header', { class: 'header' }, brand, language);
  return { header, main, label, languageLabel, live: { polite, assertive } };
}

/** Builds the frame in `root`. */
export function createApp({ root, language: first, onLanguage }: AppOptions): App {
  const select = createLanguageSelect((chosen) => {
    setLanguage(chosen);
    draw(false);
    onLanguage(chosen);
  });
  const frame = createFrame(select);
  let language = first;
  let subject: Subject = 'transaction';
  let translate = createTranslate(first, subject);
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

  function draw(moveFocus: boolean): void {
    if (current === undefined) return;
    const element = current(translate);
    frame.main.replaceChildren(element);
    frame.header.hidden = element.hasAttribute('data-immersive');
    const title = element.querySelector('h1');
    if (title?.textContent) document.title = `${title.textContent} · ${translate('documentTitle')}`;
    if (!moveFocus) return;
    window.scrollTo(0, 0);
    const wrong = element.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (wrong) wrong.focus();
    else title?.focus({ preventScroll: true });
  }

  root.replaceChildren(frame.header, frame.main, frame.live.polite, frame.live.assertive);
  setLanguage(first);
  return {
    show: (screen, onLeave) => {
      leave?.();
      leave = onLeave;
      current = screen;
      draw(true);
    },
    announce: (text, urgency) => {
      frame.live[urgency].textContent = text;
    },
    setSubject: (said) => {
      subject = said;
      translate = createTranslate(language, subject);
    },
    language: () => language,
    t: (key, values) => translate(key, values),
  };
}
