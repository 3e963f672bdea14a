import { ErrorResponse, OpenBySdkForm, SDK_TYPES, SdkOpening } from '@titular/contract';
import { parseForm } from '../../access-tokens/index.ts';
import { isId } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { defineRoute, type PublicRoute } from '../../kernel/http/route.ts';
import { type OpenBySdkDeps, openBySdk } from './open-by-sdk.ts';

const MAX_TOKEN = 4096;

function parseOpening(body: Uint8Array): OpenBySdkForm {
  const parsed = parseForm(body);
  if (parsed.kind !== 'form') throw new Refusal('40001');
  const { form } = parsed;
  const token = form.get('token') ?? '';
  const type = SDK_TYPES.find((known) => known === form.get('type'));
  const transactionId = form.get('transactionId');
  if (token === '' || token.length > MAX_TOKEN) throw new Refusal('40002', 'token is missing or too long.');
  if (!type) throw new Refusal('40002', `type must be one of ${SDK_TYPES.join(', ')}.`);
  if (transactionId !== undefined && !isId(transactionId.toLowerCase()))
    throw new Refusal('40002', 'transactionId must be a UUID.');
  return { token, type, ...(transactionId === undefined ? {} : { transactionId }) };
}

/** What the web SDK calls from the shop's page; the SDK token is the authority. */
export const sdkRoutes = (deps: OpenBySdkDeps): PublicRoute[] => [
  defineRoute({
    operationId: 'openBySdk',
    summary: 'Exchange an SDK token for a one-time code that opens the page on the origin that asks',
    method: 'POST',
    path: '/capture/openings',
    access: 'public',
    bodyKind: 'form',
    formSchema: OpenBySdkForm,
    responses: {
      200: SdkOpening,
      400: ErrorResponse,
      403: ErrorResponse,
      429: ErrorResponse,
      500: ErrorResponse,
    },
    forAnyPage: true,
    handle: async ({ body, headers, sourceAddress }) => {
      const { origin } = headers;
      const input = parseOpening(body);
      const opening = await deps.guardOpening(sourceAddress, () =>
        openBySdk(deps, input, typeof origin === 'string' ? origin : undefined),
      );
      return { status: 200, body: opening };
    },
  }),
];
