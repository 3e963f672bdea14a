import type { SessionView } from '@titular/contract/page';
import type { App } from '../app.ts';
import { type CameraProblem, parseBrowserFamily } from '../camera/camera-problem.ts';
import { watchPermission } from '../camera/device/watch-permission.ts';
import { cameraProblemScreen } from '../screens/camera/camera-problem.ts';
import { createLinkOut, type LinkTarget, type MakeLink } from '../screens/parts/link-out.ts';
import type { PageApi } from '../service/api.ts';

interface Trouble {
  problem: CameraProblem;
  onTryAgain: () => void;
  /** Takes the request to the phone; undefined where the transaction offers none. */
  onPhone: (() => void) | undefined;
}

/** Which problems end where the page stands now, so that the person has to go on elsewhere. */
const isElsewhere = (problem: CameraProblem): boolean => problem === 'blocked' || problem === 'in_app';

function targetOf(problem: CameraProblem): LinkTarget {
  if (problem === 'blocked') return 'tab';
  return /Android/.test(navigator.userAgent) ? 'android-browser' : 'copy';
}

/** Shows why there is no camera and what to do; once a refused camera is allowed in the settings, the page goes on by itself. */
export function showCameraTrouble(
  { app, api }: { app: App; api: PageApi },
  view: SessionView,
  { problem, onTryAgain, onPhone }: Trouble,
): void {
  const leaving = new AbortController();
  const family = parseBrowserFamily(navigator.userAgent, navigator.maxTouchPoints);
  const makeLink: MakeLink = async () => {
    const answer = await api.createHandOver('phone');
    return answer.kind === 'ok' ? answer.value.link : undefined;
  };
  const hasLink = isElsewhere(problem) && view.choices.includes('phone');
  const ways = hasLink ? [createLinkOut(makeLink, targetOf(problem))] : [];
  const screen = cameraProblemScreen({
    problem,
    family,
    onTryAgain,
    ways,
    onPhone: hasLink ? undefined : onPhone,
  });
  app.show(screen, () => leaving.abort());
  if (problem === 'denied') void watchPermission(leaving.signal, onTryAgain);
}
