/** Marks that apps put into the user agent of the browser they carry; the last two are those of any app. */
export const IN_APP_MARKS: readonly RegExp[] = [
  /Instagram/,
  /FBAN|FBAV|FB_IAB|Messenger/,
  /musical_ly|TikTok|BytedanceWebview|Bytedance/i,
  /WhatsApp/,
  /LinkedInApp/,
  /Twitter/,
  /MicroMessenger/,
  /Telegram/,
  /Snapchat/,
  /Pinterest/,
  /\bLine\//,
  /\bGSA\//,
  /; wv\)/,
  /(?:iPhone|iPad|iPod)(?!.*Safari\/).*AppleWebKit/,
];
