import { InvalidParams } from './invalid-params.ts';
import { isObject } from './message.ts';

/** Revisions of the protocol that are spoken, newest first. */
const REVISIONS = ['2025-06-18', '2025-03-26'] as const;
export type Revision = (typeof REVISIONS)[number];

/** What a session offers: its tools, as the protocol describes them. */
export type Offer = {
  version: string;
  instructions: string;
  listTools(signal: AbortSignal): Promise<readonly object[]>;
  /** Calls a tool; `InvalidParams` where it does not come to a call. */
  callTool(name: string, input: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<object>;
  /** Calls back once the list may have other tools than when it was last asked for. */
  onToolsChanged(changed: () => void): void;
};

type Params = Readonly<Record<string, unknown>>;
type Method = (params: Params, signal: AbortSignal) => Promise<object>;

/** The methods of a server that has tools alone; `negotiated` hears the revision of the session. */
export function createMethods(
  offer: Offer,
  negotiated: (revision: Revision) => void,
): ReadonlyMap<string, Method> {
  const initialize: Method = async ({ protocolVersion }) => {
    if (typeof protocolVersion !== 'string') throw new InvalidParams('protocolVersion must be a string');
    const revision = REVISIONS.find((one) => one === protocolVersion) ?? REVISIONS[0];
    negotiated(revision);
    return {
      protocolVersion: revision,
      capabilities: { tools: { listChanged: true } },
      serverInfo: { name: 'titular', version: offer.version },
      instructions: offer.instructions,
    };
  };
  const callTool: Method = async ({ name, arguments: input = {} }, signal) => {
    if (typeof name !== 'string') throw new InvalidParams('name must be a string');
    if (!isObject(input)) throw new InvalidParams('arguments must be an object');
    return offer.callTool(name, input, signal);
  };
  const listTools: Method = async ({ cursor }, signal) => {
    if (cursor !== undefined) throw new InvalidParams('There is no such cursor: the list has one page.');
    return { tools: await offer.listTools(signal) };
  };
  return new Map<string, Method>([
    ['initialize', initialize],
    ['ping', async () => ({})],
    ['tools/list', listTools],
    ['tools/call', callTool],
  ]);
}
