/** What to do about each code of the API, word for word as its catalogue says it. */
export const remedyTexts = {
  remedy_40001:
    'Send one JSON object as application/json, in UTF-8, without a content encoding, up to 16 levels and, where the operation says nothing else, 32 KiB.',
  remedy_40002: 'Correct the named field and send the request again.',
  remedy_40004: 'Use the id returned by the create operation, unchanged.',
  remedy_40005: 'Use the id returned by the erase operation, unchanged.',
  remedy_40006: 'Use the id returned by the API, unchanged.',
  remedy_40007: 'Use the id returned by the create operation, unchanged.',
  remedy_40024:
    'Send the name as printed on the card: letters of one script, spaces, apostrophes, hyphens and full stops, in UTF-8; `SURNAME/NAME` is understood. Names of companies, with `identity.key` `cnpj`, may have digits and `& + / ( ) % ! # @`. Leave nothing in the place of a name that you do not have: ask the person.',
  remedy_40025: 'Ask the person for a card that is valid, or correct the date (MM/YY).',
  remedy_40026:
    'Send only the first 8 and last 4 digits, in card.binDigits and card.lastDigits. Where other digits only look like a card number, write them in groups of seven, such as 4000001-2345678.',
  remedy_40027: 'Use the earlier transaction; a new one may be created after it ends without approval.',
  remedy_40028: 'Use a new key for each request, for example a UUID, and repeat a request only unchanged.',
  remedy_40029:
    'Wait the seconds in Retry-After and repeat the request; it returns the response of the first one.',
  remedy_40031:
    'Leave additionalInfo out to have the person take a selfie, or send the id of a finished process.',
  remedy_40032:
    'Wait for the event process.finished of that process, then send the same request again; after process.failed start another one.',
  remedy_40033: 'Leave additionalInfo out to have the person take a selfie, or start another process.',
  remedy_40034: 'Leave additionalInfo out to have the person take a selfie.',
  remedy_40035: 'Compare key and value of the identity with those the process was started with.',
  remedy_40036: 'Leave additionalInfo out to have the person take a selfie.',
  remedy_40037: 'Leave additionalInfo out to have the person take a selfie, or start another process.',
  remedy_40038:
    'Leave additionalInfo out to have the person take a selfie, or ask the operator to raise the setting.',
  remedy_40045: 'Check the amount; ask the operator to raise the limit of the company.',
  remedy_40046: 'Read its status; a final status never changes.',
  remedy_40047:
    'Read its status. An open transaction sends its event when it ends; for one that has ended, the status is the answer.',
  remedy_40048: 'Read the status; the history shows the reasons of any other result.',
  remedy_40049: 'Use the receipt or document fetched earlier; the history shows what remains.',
  remedy_40050: 'Read its status; create a new transaction for another try.',
  remedy_40051: 'Read the process; start another one for another try.',
  remedy_40052: 'The pictures are gone; the history shows what remains.',
  remedy_40070: 'Read `disabledReason`, and enable the endpoint by changing `enabled`.',
  remedy_40071: 'Delete an endpoint that is no longer needed, or change an existing one.',
  remedy_40072:
    'Wait until `previousSecretEndsAt`, which is also Retry-After. If a secret leaked or was lost, send `overlapSeconds` 0: the new secret alone signs from then on.',
  remedy_40080: 'Save the named photograph as a JPEG of up to 512 KiB and send all photographs again.',
  remedy_40081: 'Cut the named photograph so that one face from the front fills much of it, or leave it out.',
  remedy_40082: 'Send another photograph of the person in place of the named one.',
  remedy_40083: 'Compare the named photographs, and leave out the one that shows somebody else.',
  remedy_40084: 'Send replace as true if the new photographs are to take the place of all enrolled faces.',
  remedy_40085:
    'Find out who was enrolled before you act. Send replace as true if the photographs are right: the enrolled face is then deleted.',
  remedy_40086:
    'Compare both identities. Send allowDuplicateFace as true if they are two persons who look alike, such as twins.',
  remedy_40087: 'Ask the operator to raise TITULAR_GALLERY_MEMORY_MB or TITULAR_GALLERY_LIMIT.',
  remedy_40088:
    'Ask the operator to settle the dispute (titular faces settle), and send the reference again.',
  remedy_40090:
    'Use a scenario of GET /api/public/v1/walletid/sandbox/scenarios that lists this operation, or omit the header.',
  remedy_40091: 'Do not send this header to production; use scenarios in the test environment.',
  remedy_40092: 'Read its status and history: final statuses never change.',
  remedy_40301:
    'Get a new token from the token endpoint with the scope this operation needs and send it as "Authorization: Bearer …".',
  remedy_40400: 'Compare the path and method with the documentation; the base path is /api/public/v1.',
  remedy_40401: 'Check the id and which environment the token is for.',
  remedy_40404: 'Check the company id and which environment the token is for.',
  remedy_40405: 'Check the id and which environment the token is for.',
  remedy_40406: 'Check the id and which environment the token is for.',
  remedy_40407: 'Check the id and which environment the token is for.',
  remedy_40408: 'Check the id and which environment the token is for.',
  remedy_40409: 'Check the id and which environment the token is for.',
  remedy_40412: 'Read the captures of the transaction to see which pictures are stored.',
  remedy_40413: 'Check the id and which environment the token is for.',
  remedy_40414:
    'Read the reference to see how many photographs are kept; to keep them, send the same request again with keepPhotographs as true.',
  remedy_42901: 'Wait the seconds in Retry-After, then continue at the allowed rate.',
  remedy_42902: 'Wait the seconds in Retry-After and send fewer requests concurrently.',
  remedy_50001:
    'Wait the seconds in Retry-After and try again, with the same Idempotency-Key; where the message says so, read first what is there. If it persists, give the operator the X-Request-Id of the response.',
  remedy_50002: 'Wait the seconds in Retry-After and try again; if it persists, tell the operator.',
  remedy_50003: 'Wait the seconds in Retry-After and try again; if it persists, tell the operator.',
};
