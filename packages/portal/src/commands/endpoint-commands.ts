import { commandLine } from './command-line.ts';

/** What is chosen where an endpoint is made or changed; `null` takes a description away, and no types are all. */
type EndpointChoice = {
  url?: string;
  description?: string | null;
  eventTypes?: readonly string[];
};

/** Where a command writes the secret that it shows once. */
const OUT = ['--out', '.titular/webhook.whsec'];

const optionsOf = ({ description, eventTypes }: EndpointChoice): string[] => [
  // As one word: a text may begin as an option does.
  ...(description === undefined ? [] : [`--description=${description ?? ''}`]),
  ...(eventTypes === undefined ? [] : ['--events', eventTypes.join() || 'all']),
];

/** Makes an endpoint of a company. */
export const createEndpointCommand = (
  tenantId: string,
  company: string,
  { url = '', ...choice }: EndpointChoice,
): string =>
  commandLine(['webhooks', 'create', url, '--company', company, ...optionsOf(choice), ...OUT], tenantId);

/** Commands of each act on an endpoint of a tenant. */
export const endpointCommands = (tenantId: string, endpointId: string) => {
  const on = (act: string, ...options: readonly string[]): string =>
    commandLine(['webhooks', act, endpointId, ...options], tenantId);
  return {
    change: ({ url, ...choice }: EndpointChoice): string =>
      on('change', ...(url === undefined ? [] : ['--url', url]), ...optionsOf(choice)),
    switch: (isOn: boolean): string => on(isOn ? 'enable' : 'disable'),
    delete: (): string => on('delete'),
    rotate: (overlapSeconds: number): string =>
      on('rotate-secret', '--overlap', `${overlapSeconds}s`, ...OUT),
    test: (): string => on('test'),
    resendFailed: (since: string): string => on('resend-failed', '--since', since),
    receiverLink: (): string => on('receiver-link', '--out', '.titular/receiver-link.txt'),
    endReceiver: (accessId: string): string => on('end-receiver', '--access', accessId),
  };
};

/** Sends one delivery again. */
export const resendCommand = (tenantId: string, deliveryId: string): string =>
  commandLine(['webhooks', 'resend', deliveryId], tenantId);

/** Sends an event to every endpoint again. */
export const resendEventCommand = (tenantId: string, eventId: string): string =>
  commandLine(['webhooks', 'resend', '--event', eventId], tenantId);
