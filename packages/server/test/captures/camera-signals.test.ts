import { signalsOfCamera } from '@titular/server/captures/attack-signals/camera-signals.ts';
import { describe, expect, test } from 'vitest';
import { REAL_CAMERA } from './phone.ts';

describe('the report of a camera (R62)', () => {
  test.each([
    'fake_device_0',
    'Fake device 1',
    'OBS Virtual Camera',
    'OBS-Camera',
    'Virtual Webcam',
    'ManyCam Video Source',
    'Dummy video device (0x0000)',
    'v4l2loopback',
    '/home/somebody/face.mjpeg',
    'C:\\videos\\face.y4m',
    'file:///tmp/face',
    'face.mp4',
    'Screen Capture Recorder',
    '7Fq0c2VuZGluZyBhIGNhbnZhcyBpbnN0ZWFkIG9mIGEgY2FtZXJhIGlzIG5vIGNhbWVyYSBhdCBhbGwgMDEyMw==',
  ])('%s is virtual', (label) => {
    expect(signalsOfCamera({ ...REAL_CAMERA, label })).toEqual(['virtual_camera']);
  });

  test.each([
    '',
    'Front Camera',
    'camera2 1, facing front',
    'FaceTime HD Camera (Built-in) (05ac:8600)',
    'Integrated Camera (04f2:b6d0)',
    'HP TrueVision HD Camera',
    'Câmera frontal',
    'USB2.0 HD UVC WebCam',
    'Robson’s iPhone Camera',
    'Logitech C920 (observed)',
  ])('"%s" is not', (label) => {
    expect(signalsOfCamera({ ...REAL_CAMERA, label })).toEqual([]);
  });

  test('settings that do not follow are noted; a browser that cannot be asked is not held against anybody', () => {
    expect(signalsOfCamera({ ...REAL_CAMERA, answersConstraints: false })).toEqual([
      'camera_ignores_settings',
    ]);
    expect(signalsOfCamera({ ...REAL_CAMERA, answersConstraints: null })).toEqual([]);
  });

  test('pictures faster than any camera are no camera; too few of them tell nothing', () => {
    expect(signalsOfCamera({ ...REAL_CAMERA, frameIntervalsMs: [1, 2, 1, 2, 1, 200] })).toEqual([
      'virtual_camera',
    ]);
    expect(signalsOfCamera({ ...REAL_CAMERA, frameIntervalsMs: [1, 1, 1] })).toEqual([]);
    expect(signalsOfCamera({ ...REAL_CAMERA, frameIntervalsMs: [] })).toEqual([]);
  });

  test('no report at all is no page', () => {
    expect(signalsOfCamera(undefined)).toEqual(['not_a_page']);
  });
});
