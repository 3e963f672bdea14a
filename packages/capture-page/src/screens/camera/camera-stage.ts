import type { ChallengePose } from '@titular/contract/page';
import { icon, svg } from '../../appearance/icons.ts';
import type { Cue, Guidance } from '../../camera/guidance.ts';
import { hasSignal, isSignalOn, setSignal } from '../../camera/step-signals.ts';
import { actionButton, el, heading } from '../../dom.ts';
import type { Translate } from '../../i18n/messages.ts';
import { type Brand, companyLogo } from '../parts/branding.ts';
import { createCameraCues } from './camera-cues.ts';

/** The live camera screen; `data-phase`, `data-step` and `data-pose` say where the challenge stands. */
export interface CameraStage {
  element: HTMLElement;
  video: HTMLVideoElement;
  /** Sets the words above the oval and its tone. */
  say(text: string, tone: Guidance['tone']): void;
  /** Draws what is asked for, or nothing. */
  point(cue: Cue | undefined): void;
  /** Marks the steps before `step` as done; `step` equal to the number of poses is the end. */
  setStep(poses: readonly ChallengePose[], step: number): void;
  /** Turns the surroundings of the oval white, so that the screen lights the face. */
  setSelfLight(lit: boolean): void;
  setConnectionLost(lost: boolean): void;
  /** Shows how much of a picture has left, from 0 to 1, where that takes long; undefined hides it. */
  setSending(share: number | undefined): void;
  /** Says what the camera is waited for, without an arrow. */
  setOpening(text: string): void;
  /** Offers another camera, or none. */
  setOther(onOther: (() => void) | undefined): void;
}

// From the top, clockwise: the ring fills like a clock.
const ringPath = 'M150 8A142 192 0 01150 392A142 192 0 01150 8';

function createRing(): { element: SVGElement; progress: SVGElement } {
  const progress = svg('path', {
    class: 'ring-progress',
    d: ringPath,
    pathLength: '100',
    'stroke-dasharray': '0 100',
  });
  const track = svg('path', { class: 'ring-track', d: ringPath });
  const element = svg(
    'svg',
    { viewBox: '0 0 300 400', class: 'ring', 'aria-hidden': 'true' },
    track,
    progress,
  );
  return { element, progress };
}

function createVideo(label: string): HTMLVideoElement {
  const video = el('video', { class: 'preview', playsinline: '', 'aria-label': label });
  // iOS plays a camera without a tap only when these are properties as well as attributes.
  video.muted = true;
  video.autoplay = true;
  video.playsInline = true;
  return video;
}

function createSending(t: Translate) {
  const bar = el('progress', { class: 'sending-bar', max: '1', value: '0', 'aria-label': t('frameSending') });
  const element = el('p', { class: 'sending', hidden: '' }, el('span', {}, t('frameSending')), bar);
  return { element, bar };
}

function drawDots(dots: HTMLElement, count: number, step: number): void {
  const items = Array.from({ length: count }, (_, at) => {
    const state = at < step ? 'done' : at === step ? 'current' : 'next';
    return el('li', { class: `dot dot-${state}` }, at < step ? icon('check') : undefined);
  });
  dots.replaceChildren(...items);
}

/** Switches the sound of a finished step off and on. */
function createSoundButton(t: Translate): HTMLButtonElement {
  const onPress = () => {
    setSignal('sound', !isSignalOn('sound'));
    draw();
  };
  const button = actionButton({ action: 'sound', label: '', kind: 'quiet', onPress });
  button.className = 'stop stage-sound';
  const draw = () => {
    const isOn = isSignalOn('sound');
    button.replaceChildren(icon(isOn ? 'sound' : 'soundOff'));
    button.setAttribute('aria-label', t(isOn ? 'soundOn' : 'soundOff'));
  };
  draw();
  return button;
}

function createParts(t: Translate, onStop: () => void) {
  const ring = createRing();
  const video = createVideo(t('cameraPreview'));
  const stop = actionButton({ action: 'stop-camera', label: '', kind: 'quiet', onPress: onStop });
  stop.className = 'stop';
  stop.setAttribute('aria-label', t('stop'));
  stop.append(icon('close'));
  return {
    ring,
    video,
    stop,
    sound: hasSignal('sound') ? createSoundButton(t) : undefined,
    instruction: el('p', { class: 'instruction' }, t('cameraOpening')),
    note: el('p', { class: 'stage-note' }, t('cameraOpeningText')),
    other: el('div', { class: 'stage-other' }),
    sending: createSending(t),
    dots: el('ol', { class: 'dots', 'aria-hidden': 'true' }),
    connection: el(
      'p',
      { class: 'connection', hidden: '' },
      icon('offline'),
      el('span', {}, t('connectionLost')),
    ),
  };
}

function assemble(
  t: Translate,
  parts: ReturnType<typeof createParts>,
  cues: readonly Element[],
  brand: Brand | undefined,
): HTMLElement {
  const oval = el('div', { class: 'oval' }, parts.video);
  return el(
    'section',
    { class: 'stage', 'data-screen': 'camera', 'data-phase': 'opening', 'data-immersive': '' },
    heading(t('cameraTitle'), 'visually-hidden'),
    parts.stop,
    parts.sound,
    brand && companyLogo(brand),
    el('div', { class: 'stage-top' }, parts.instruction),
    el('div', { class: 'oval-area' }, oval, ...cues),
    el(
      'div',
      { class: 'stage-bottom' },
      parts.dots,
      parts.note,
      parts.connection,
      parts.sending.element,
      parts.other,
    ),
  );
}

/** Builds the camera screen in its opening phase. */
export function createCameraStage(t: Translate, brand: Brand | undefined, onStop: () => void): CameraStage {
  const parts = createParts(t, onStop);
  const cues = createCameraCues(() => element);
  const element = assemble(t, parts, cues.elements, brand);
  // What to answer to the browser is of no more use once the picture is there.
  parts.video.addEventListener('playing', () => {
    if (element.getAttribute('data-phase') === 'opening') parts.note.textContent = '';
  });
  parts.video.parentElement?.after(parts.ring.element);
  return {
    element,
    video: parts.video,
    say: (text, tone) => {
      parts.instruction.textContent = text;
      element.setAttribute('data-tone', tone);
    },
    point: cues.show,
    setStep: (poses, step) => {
      const shown = Math.min(step, poses.length);
      const pose = poses[shown];
      element.setAttribute('data-phase', 'live');
      element.setAttribute('data-step', String(shown));
      if (pose === undefined) element.removeAttribute('data-pose');
      else element.setAttribute('data-pose', pose);
      drawDots(parts.dots, poses.length, shown);
      parts.ring.progress.setAttribute('stroke-dasharray', `${(100 * shown) / poses.length} 100`);
      parts.note.textContent =
        pose === undefined ? '' : t('stepProgress', { step: String(shown + 1), total: String(poses.length) });
    },
    setSelfLight: (lit) => element.classList.toggle('stage-lit', lit),
    setConnectionLost: (lost) => {
      parts.connection.hidden = !lost;
    },
    setSending: (share) => {
      parts.sending.element.hidden = share === undefined;
      parts.sending.bar.value = share ?? 0;
    },
    setOpening: (text) => {
      element.setAttribute('data-phase', 'opening');
      cues.show(undefined);
      parts.instruction.textContent = text;
      parts.note.textContent = '';
    },
    setOther: (onOther) => {
      if (onOther === undefined) return parts.other.replaceChildren();
      const label = t('otherCamera');
      parts.other.replaceChildren(
        actionButton({ action: 'other-camera', label, kind: 'quiet', onPress: onOther }),
      );
    },
  };
}
