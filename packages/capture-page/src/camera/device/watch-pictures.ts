/** Notes when a video presents pictures. */
export interface PictureWatch {
  /** Moments so far, in milliseconds on the page's clock; undefined where the browser does not tell. */
  timesMs(): readonly number[] | undefined;
  stop(): void;
}

const mostTimes = 61;

/** Begins to note; a page in the background presents nothing. */
export function watchPictures(video: HTMLVideoElement): PictureWatch {
  if (typeof video.requestVideoFrameCallback !== 'function') {
    return { timesMs: () => undefined, stop: () => undefined };
  }
  const times: number[] = [];
  const note: VideoFrameRequestCallback = (_now, { presentationTime }) => {
    times.push(presentationTime);
    if (times.length > mostTimes) times.shift();
    handle = video.requestVideoFrameCallback(note);
  };
  let handle = video.requestVideoFrameCallback(note);
  return { timesMs: () => times, stop: () => video.cancelVideoFrameCallback(handle) };
}
