import type { Found, Search } from '../search/open-index.ts';
import { languageOf } from './languages.ts';
import { pageLanguage, pageWords } from './page-words.ts';

const MAX_SHOWN = 20;

const element = (tag: string, text: string, className = ''): HTMLElement => {
  const made = document.createElement(tag);
  made.textContent = text;
  made.className = className;
  return made;
};

function renderFound({ address, title, page, excerpt }: Found, root: string): HTMLLIElement {
  const link = document.createElement('a');
  link.href = root + address;
  const language = languageOf(address);
  if (language !== pageLanguage()) {
    link.lang = language;
    link.hreflang = language;
  }
  link.append(element('strong', title), element('span', page, 'page'), element('span', excerpt, 'excerpt'));
  const item = document.createElement('li');
  item.append(link);
  return item;
}

/** Moves between the input and the links below it with the arrow keys. */
function moveFocus(form: HTMLFormElement, step: 1 | -1): void {
  const stops = [...form.querySelectorAll<HTMLElement>('input, a')];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  stops[Math.min(Math.max(at + step, 0), stops.length - 1)]?.focus();
}

/** Makes the search of the header work. The index is loaded when the reader comes to it. */
export function openSearch(form: HTMLFormElement): void {
  const input = form.querySelector('input');
  const list = form.querySelector('ol');
  const status = form.querySelector('p');
  if (!input || !list || !status) return;
  const { index = '', root = '' } = form.dataset;
  let loading: Promise<Search> | undefined;
  const load = (): Promise<Search> => {
    loading ??= import('./search.ts').then(({ loadSearch }) =>
      loadSearch(new URL(index, location.href).href),
    );
    return loading;
  };
  const show = async (): Promise<void> => {
    const words = input.value.trim();
    try {
      const search = await load();
      if (words !== input.value.trim()) return;
      const { count, first } = words === '' ? { count: 0, first: [] } : search(words, MAX_SHOWN);
      list.replaceChildren(...first.map((found) => renderFound(found, root)));
      status.textContent = words === '' ? '' : pageWords().found(count);
    } catch {
      loading = undefined;
      status.textContent = pageWords().notLoaded;
    }
  };
  input.addEventListener('focus', () => void load().catch(() => undefined), { once: true });
  input.addEventListener('input', () => void show());
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    list.querySelector('a')?.click();
  });
  form.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      moveFocus(form, event.key === 'ArrowDown' ? 1 : -1);
    }
    if (event.key === 'Escape') {
      input.value = '';
      void show();
      input.focus();
    }
  });
  const clear = (): void => {
    list.replaceChildren();
    status.textContent = '';
  };
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Node) || !form.contains(target)) clear();
    else if (target instanceof Element && target.closest('a')) clear();
  });
  document.addEventListener('keydown', (event) => {
    const isTyping = document.activeElement instanceof HTMLInputElement;
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.focus();
  });
}
