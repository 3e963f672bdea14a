import type { SessionView } from '@titular/contract/page';
import type { PreviewScreen } from '@titular/contract/page-preview';
import type { Screen } from '../app.ts';
import { USUAL_WAYS } from '../flow/ways.ts';
import { cameraPrimerScreen } from '../screens/camera/camera-primer.ts';
import { createCameraStage } from '../screens/camera/camera-stage.ts';
import { consentScreen } from '../screens/consent.ts';
import { resultScreen } from '../screens/result.ts';

const nothing = (): void => undefined;

const consent = (view: SessionView): Screen =>
  consentScreen({
    view,
    ...{ onAccept: nothing, onDecline: nothing, onAnotherIdentity: nothing, onChoose: nothing },
    phone: undefined,
  });

const primer = (view: SessionView): Screen =>
  cameraPrimerScreen({
    attemptsLeft: view.attemptsLeft,
    retry: undefined,
    ways: { ...USUAL_WAYS },
    movements: view.movements,
    choices: { view, onChoose: nothing },
    onStart: nothing,
    onWithdraw: nothing,
  });

/** In the middle of a challenge, with no picture: no camera is opened. */
const camera =
  (view: SessionView): Screen =>
  (t) => {
    const stage = createCameraStage(t, view, nothing);
    stage.setStep(['front', 'left', 'right', 'front'], 1);
    stage.say(t('poseLeft'), 'pose');
    return stage.element;
  };

const result =
  (name: 'approved' | 'not-approved') =>
  (view: SessionView): Screen =>
    resultScreen({
      result: name,
      view,
      company: view.companyName,
      opening: view.opening,
      onContinue: nothing,
      isLeaving: () => false,
      onStay: undefined,
      onErase: undefined,
    });

/** The page's own screens, with buttons that do nothing. */
export const previewScreens: Readonly<Record<PreviewScreen, (view: SessionView) => Screen>> = {
  consent,
  primer,
  camera,
  approved: result('approved'),
  not_approved: result('not-approved'),
};
