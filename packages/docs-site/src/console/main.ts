import { TRY_PATH, type TryCodes, type TryOperation } from '@titular/contract/try-operation';
import { byId } from './dom.ts';
import { openTokenButton } from './get-token.ts';
import { openValues } from './given-values.ts';
import { openOperation } from './open-operation.ts';

const root = document.documentElement;
const base = root.dataset['base'] ?? location.origin;
const company = byId('company', HTMLInputElement);
const given = openValues(byId('token', HTMLInputElement), company);
const place = byId('operation', HTMLElement);

async function load<Loaded>(path: string): Promise<Loaded> {
  const answer = await fetch(`${base}${TRY_PATH}/${path}`, { credentials: 'omit' });
  if (!answer.ok) throw new Error(`answered with ${answer.status}`);
  return (await answer.json()) as Loaded;
}

let known: Promise<TryCodes> | undefined;
const codes = (): Promise<TryCodes> => {
  known ??= load<TryCodes>('codes').catch((error) => {
    known = undefined;
    throw error;
  });
  return known;
};

let refill = (): void => undefined;

function markCurrent(id: string): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.contents a'))
    if (link.hash === `#${id}`) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
}

/** Opens the operation that the address names; its description is asked for only now. */
async function openNamed(): Promise<void> {
  const id = location.hash.slice(1);
  if (!/^[A-Za-z]+$/.test(id)) return;
  try {
    const operation = await load<TryOperation>(`operations/${id}`);
    if (id !== location.hash.slice(1)) return;
    refill = openOperation(place, operation, { base, given, codes });
    markCurrent(id);
    for (const menu of document.querySelectorAll<HTMLDetailsElement>('details.menu')) menu.open = false;
    const title = document.getElementById('operation-title');
    title?.focus({ preventScroll: true });
    title?.scrollIntoView({ block: 'start' });
  } catch {
    place.textContent = 'The operation could not be loaded. Choose it again.';
  }
}

root.classList.add('script');
openTokenButton(base, given);
company.addEventListener('change', () => refill());
addEventListener('hashchange', () => void openNamed());
void openNamed();
