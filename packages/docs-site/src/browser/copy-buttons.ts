import { pageWords } from './page-words.ts';

const SHOWN_MS = 2000;

/** Copies by the selection where the page is served over plain http and browsers give it no clipboard. */
function copySelected(source: HTMLElement): boolean {
  const selection = getSelection();
  selection?.selectAllChildren(source);
  const isCopied = document.execCommand('copy');
  selection?.removeAllRanges();
  return isCopied;
}

async function copy(source: HTMLElement): Promise<boolean> {
  const text = (source.textContent ?? '').trimEnd();
  if (!navigator.clipboard) return copySelected(source);
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => copySelected(source),
  );
}

/** Puts a button beside every example that copies it. */
export function addCopyButtons(): void {
  const words = pageWords();
  for (const example of document.querySelectorAll<HTMLElement>('.snippet > pre, .api pre')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = words.copy;
    button.addEventListener('click', async () => {
      button.textContent = (await copy(example)) ? words.copied : words.selectAndCopy;
      setTimeout(() => {
        button.textContent = words.copy;
      }, SHOWN_MS);
    });
    example.before(button);
  }
}
