import type { SessionView } from '@titular/contract/page';
import type { PageEvent } from '@titular/contract/page-events';
import type { ApiAnswer, PageApi } from './api.ts';

type Tell = (event: PageEvent) => void;

/** Follows the network by how calls fare: lost once none gets through, back with the first that does. */
function followConnection(tell: Tell): (isLost: boolean) => void {
  let wasLost = false;
  return (isLost) => {
    if (isLost !== wasLost) tell(isLost ? 'connection_lost' : 'connection_back');
    wasLost = isLost;
  };
}

/** The same calls, which also tell what came of them. */
export function followCalls(api: PageApi, tell: Tell): PageApi {
  const setLost = followConnection(tell);
  async function follow<T>(call: Promise<ApiAnswer<T>>, onOk?: (value: T) => void): Promise<ApiAnswer<T>> {
    const answer = await call;
    setLost(answer.kind === 'failed' && answer.cause === 'unreachable');
    if (answer.kind === 'ok') onOk?.(answer.value);
    return answer;
  }
  const tellOfView = ({ stage }: SessionView) => {
    if (stage === 'approved' || stage === 'not_approved') tell('result_shown');
  };
  return {
    ...api,
    openSession: (entry) =>
      follow(api.openSession(entry), (view) => {
        tell('opened');
        tellOfView(view);
      }),
    readSession: () => follow(api.readSession(), tellOfView),
    sendConsent: (request) =>
      follow(api.sendConsent(request), () => tell(request.accepted ? 'consent_given' : 'consent_declined')),
    raiseObjection: (objection) =>
      follow(api.raiseObjection(objection), (view) => {
        tell('objected');
        tellOfView(view);
      }),
    renewSession: (entry) =>
      follow(api.renewSession(entry), (view) => {
        tell('link_renewed');
        tellOfView(view);
      }),
    suggestPhone: () => follow(api.suggestPhone()),
    prolongRetry: () => follow(api.prolongRetry()),
    createHandOver: (request) => follow(api.createHandOver(request), () => tell('handed_over')),
    startAttempt: (request) =>
      follow(api.startAttempt(request), ({ nextPosition }) => {
        // One that goes on has been told of before.
        if (nextPosition === 0) tell('attempt_started');
      }),
    sendFrame: (frame, watch) =>
      follow(
        api.sendFrame(frame, {
          ...watch,
          onTrouble: (troubled) => {
            setLost(troubled);
            watch.onTrouble(troubled);
          },
        }),
        ({ outcome }) => {
          if (outcome !== undefined) tell(outcome === 'completed' ? 'attempt_completed' : 'attempt_failed');
        },
      ),
  };
}
