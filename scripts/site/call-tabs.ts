import { type Html, html } from '@titular/server/api-docs/html.ts';
import type { PlacedOperation, ShownExample } from '@titular/server/api-docs/operation-examples.ts';
import { type RenderRequest, renderCurl } from '@titular/server/api-docs/render-operation.ts';
import { type Call, calledExamples, callsOf } from '../clients/calls.ts';
import type { TypedSchemas } from '../clients/typed-schemas.ts';

/** The button of a tab: browsers keep the choice of a form over a reload unless they are told not to. */
const renderChoice = (group: string, { id, title }: Call): Html => {
  const names = html`type="radio" name="${group}" id="${group}-${id}" autocomplete="off"`;
  return html`<input ${names}${id === 'curl' ? html` checked` : undefined}><label for="${group}-${id}">${title}</label>`;
};

const renderPanel = ({ id, title, fence, code, reason }: Call): Html =>
  code === undefined
    ? html`<div class="panel"><p>${reason}</p></div>`
    : html`<div class="panel"><pre${id === 'curl' ? html` class="command"` : undefined} tabindex="0" role="group" aria-label="Example in ${title}"><code class="in-${fence}">${code}</code></pre></div>`;

/** Shows a call that works in every language, in tabs that need no script; a refusal is shown as a curl command. */
export function renderTabs(base: string, schemas: TypedSchemas): RenderRequest {
  const asCurl = renderCurl(base);
  return (placed: PlacedOperation, example: ShownExample): Html => {
    if (!calledExamples(placed).some(({ name }) => name === example.name)) return asCurl(placed, example);
    const calls = callsOf(placed, example.name, base, schemas);
    const group = `${placed.operation.operationId}-${example.name}`;
    return html`<fieldset class="tabs"><legend>Language</legend>
${calls.map((call) => renderChoice(group, call))}
${calls.map(renderPanel)}</fieldset>`;
  };
}
