import type { TryCodes, TryOperation } from '@titular/contract/try-operation';
import { curlOf, missingOf, requestOf } from './build-request.ts';
import { make, prose } from './dom.ts';
import { fillExample } from './fill-example.ts';
import type { GivenValues } from './given-values.ts';
import { makeForm, type OperationForm } from './operation-form.ts';
import { idOf, readAnswer, renderAnswer } from './show-answer.ts';

/** What an open operation needs from the page. */
export type Page = { base: string; given: GivenValues; codes(): Promise<TryCodes> };

const LIMIT_MS = 30_000;

function renderHead({ summary, description, verb, path, scope, reference }: TryOperation): HTMLElement[] {
  const access =
    scope === undefined
      ? ['Needs no token.']
      : ['Needs a token with the scope ', make('code', {}, scope), '.'];
  return [
    make('h2', { id: 'operation-title', tabindex: '-1' }, summary),
    make(
      'p',
      { class: 'address' },
      make('span', { class: `method ${verb.toLowerCase()}` }, verb),
      ' ',
      make('code', {}, path),
    ),
    ...prose(description),
    make('p', { class: 'access' }, ...access),
    make('p', {}, make('a', { href: reference }, 'This operation in the reference')),
  ];
}

function makeChoice({ examples }: TryOperation): HTMLSelectElement {
  const options = examples.map(({ summary }, index) => make('option', { value: String(index) }, summary));
  return make('select', { id: 'example' }, ...options);
}

/** Tells that the body is no JSON; it may be sent all the same, to see what is answered. */
function noteBody(body: string | undefined): void {
  const note = document.getElementById('body-note');
  if (!note || body === undefined) return;
  try {
    JSON.parse(body);
    note.textContent = '';
  } catch {
    note.textContent = 'This is not JSON. The service will refuse it.';
  }
}

function tryMake<Made>(make: () => Made): Made | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}

type Sending = { operation: TryOperation; form: OperationForm; answer: HTMLElement; status: HTMLElement };

async function send(
  { operation, form, answer, status }: Sending,
  { base, given, codes }: Page,
): Promise<void> {
  const filled = form.read();
  const missing = missingOf(operation, filled);
  answer.replaceChildren();
  if (missing.length > 0) {
    status.textContent = `Fill in ${missing.join(', ')} first.`;
    document.getElementById(`parameter-${missing[0]}`)?.focus();
    return;
  }
  status.textContent = 'Sending.';
  for (const [name, value] of Object.entries(filled.values))
    if (value && name.endsWith('_id')) given.keep(name, value);
  const request = tryMake(() => requestOf(operation, filled, base, given.token()));
  if (!request) {
    status.textContent = 'Nothing was sent: the token or a header has a character that no header can hold.';
    return;
  }
  try {
    const signal = AbortSignal.timeout(LIMIT_MS);
    const got = await readAnswer(await fetch(request, { signal }));
    const known = got.status < 400 ? {} : await codes().catch(() => ({}));
    answer.replaceChildren(...renderAnswer(got, operation, known));
    status.textContent = `The service answered ${got.status}.`;
    const id = got.status < 300 ? idOf(got.value) : undefined;
    if (operation.gives && id) {
      given.keep(operation.gives, id);
      status.textContent += ` Its id is filled in as ${operation.gives} from now on.`;
    }
  } catch {
    status.textContent = 'There was no answer. Is the service running, and is this its public address?';
  }
}

/** Shows an operation with its fields, filled with an example and the reader's own values; returns how it is filled anew while nobody has typed in it. */
export function openOperation(place: HTMLElement, operation: TryOperation, page: Page): () => void {
  const form = makeForm(operation);
  const command = make('code');
  const [answer, status] = [make('div'), make('p', { role: 'status' })];
  const button = make('button', { type: 'button', class: 'main' }, 'Send');
  const again = make('button', { type: 'button' }, 'Fill in again');
  const choice = makeChoice(operation);
  let isTouched = false;
  const show = (): void => {
    const filled = form.read();
    command.textContent = curlOf(operation, filled, page.base);
    noteBody(filled.body);
  };
  const fill = (): void => {
    isTouched = false;
    form.fill(fillExample(operation, operation.examples[Number(choice.value)], page.given));
    show();
  };
  let isSending = false;
  const press = async (): Promise<void> => {
    if (isSending) return;
    isSending = true;
    button.setAttribute('aria-disabled', 'true');
    await send({ operation, form, answer, status }, page);
    button.removeAttribute('aria-disabled');
    isSending = false;
  };
  place.setAttribute('aria-labelledby', 'operation-title');
  place.replaceChildren(
    ...renderHead(operation),
    ...(operation.examples.length > 1
      ? [make('h3', {}, make('label', { for: 'example' }, 'Example')), choice]
      : []),
    ...form.elements,
    make('h3', {}, 'Command'),
    make(
      'pre',
      { class: 'command', tabindex: '0', role: 'group', 'aria-label': 'The request as a command for curl' },
      command,
    ),
    make('p', { class: 'buttons' }, button, again),
    ...[status, answer],
  );
  place.oninput = () => {
    isTouched = true;
    show();
  };
  place.onkeydown = ({ key, target }) => {
    if (key === 'Enter' && target instanceof HTMLInputElement) void press();
  };
  choice.addEventListener('change', fill);
  again.addEventListener('click', fill);
  button.addEventListener('click', () => void press());
  fill();
  return () => {
    if (!isTouched) fill();
  };
}
