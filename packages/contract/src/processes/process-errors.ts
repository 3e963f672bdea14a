import type { ErrorEntry } from '../errors.ts';

/** The codes about processes of the identity platform. */
export const processErrors = {
  '40007': {
    status: 400,
    message: 'The id of the process is not an id.',
    happened: 'The path contains something that is not a UUID.',
    remedy: 'Use the id returned by the create operation, unchanged.',
  },
  '40031': {
    status: 400,
    message: 'additionalInfo.processID names no reference process that can be used.',
    happened: 'The reference process is unknown to this tenant and environment.',
    remedy:
      'Leave additionalInfo out to have the person take a selfie, or send the id of a finished process.',
  },
  '40032': {
    status: 400,
    message: 'The reference process has not finished.',
    happened: 'The person has not finished, or the captures are being decided.',
    remedy:
      'Wait for the event process.finished of that process, then send the same request again; after process.failed start another one.',
    retryAfterSeconds: 10,
  },
  '40033': {
    status: 400,
    message: 'The reference process failed.',
    happened: 'It ended with another result than PROCESS_RESULT_OK.',
    remedy: 'Leave additionalInfo out to have the person take a selfie, or start another process.',
  },
  '40034': {
    status: 400,
    message: 'The reference process finished more than an hour ago.',
    happened: "More than 3600 seconds have passed since it finished, by the database's clock.",
    remedy: 'Leave additionalInfo out to have the person take a selfie.',
  },
  '40035': {
    status: 400,
    message: 'The reference process is about another person.',
    happened: 'The identity of the process is not the one in this request.',
    remedy: 'Compare key and value of the identity with those the process was started with.',
  },
  '40036': {
    status: 400,
    message: 'The captures of the reference process were erased.',
    happened: 'The person was erased or asked for it, or the retention time of the pictures is over.',
    remedy: 'Leave additionalInfo out to have the person take a selfie.',
  },
  '40037': {
    status: 400,
    message: 'The reference process was used before.',
    happened:
      'A transaction has used this one, and its company, or the one of this request, lets a process be used once.',
    remedy: 'Leave additionalInfo out to have the person take a selfie, or start another process.',
  },
  '40038': {
    status: 400,
    message: 'The captures of processes were used too often for this person today.',
    happened:
      "The transactions of this identity that reused a process within 24 hours reached the limit of the company's setting identity-attempts-per-day, times three.",
    remedy:
      'Leave additionalInfo out to have the person take a selfie, or ask the operator to raise the setting.',
  },
  '40051': {
    status: 400,
    message: 'The process takes no capture any more.',
    happened:
      'The capture is being decided, the process has ended, its time has passed, or it is carried out elsewhere.',
    remedy: 'Read the process; start another one for another try.',
  },
  '40052': {
    status: 400,
    message: 'The pictures of the process were erased.',
    happened: 'The person was erased from the process, or its retention time is over.',
    remedy: 'The pictures are gone; the history shows what remains.',
  },
  '40330': {
    status: 403,
    message: 'The event is not signed by the identity platform of this deployment.',
    happened:
      'The signature of the event is missing, wrong or more than 300 seconds old; or the deployment has no identity platform of its own.',
    remedy:
      'Sign the bytes as they are sent, as Standard Webhooks says, with a secret of the setting TITULAR_IDENTITY_PLATFORM_WEBHOOK_SECRETS, and compare the clocks.',
  },
  '40409': {
    status: 404,
    message: 'Process not found.',
    happened: 'No process of this tenant and environment has this id.',
    remedy: 'Check the id and which environment the token is for.',
  },
  '50002': {
    status: 500,
    message: 'The identity platform gave no answer that can be used; nothing was changed here.',
    happened:
      'The deployment has an identity platform of its own, which cannot be reached or answers wrongly. Where its answer was lost, the platform may have started a process that nobody is sent to.',
    remedy: 'Wait the seconds in Retry-After and try again; if it persists, tell the operator.',
    retryAfterSeconds: 5,
  },
} as const satisfies Record<string, ErrorEntry>;
