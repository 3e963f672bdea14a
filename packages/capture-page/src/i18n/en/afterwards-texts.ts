/** Texts after a check that failed, and of the wish to have data deleted. */
export const afterwardsTexts = {
  reasonMovement: 'The camera could not follow the movements.',
  reasonFace: 'Your face could not be seen well enough.',
  reasonLight: 'The light was not right for the camera.',
  reasonOthers: 'There was more than one face, or the face changed.',
  reasonUnclear: 'The pictures were not clear enough to be sure.',
  reasonTime: 'The time for a step ran out.',
  notApprovedOrder: {
    transaction:
      'Order {order} is not confirmed by this check. Nothing was charged or cancelled here: {company} decides what happens with the order.',
    process: 'Your request is not confirmed by this check. {company} decides what happens with it.',
  },
  notApprovedWays: '{company} can give you another try with a new link, or another way to confirm.',
  againMovement:
    'The movement was missed again. Sit down, lean the device on something firm, move only your head, and look ahead again after each step. If a movement is hard for you, choose “I need another way to do this”.',
  againFace:
    'Your face was hard to see again. Sit facing a window or a lamp, hold the device at eye level, an arm’s length away.',
  againDark:
    'It was too dark again. Go to the brightest place you can, such as next to a window in daylight, and set the screen to full brightness.',
  againBlurred:
    'The picture was blurred again. Clean the camera with a soft cloth, and rest the device so that it cannot move.',
  againUnclear:
    'It was not clear enough again. Use this device’s own camera without filters or effects, with light from the front and a room behind you.',
  againTime:
    'The time ran out again. Under “I need another way to do this” you can choose more time, and the movements that are easy for you.',
  againOther:
    'The same problem came up again. Try another place, with light in front of you, or another device.',

  eraseTitle: 'Delete your data?',
  eraseFace: 'On {date}, the pictures of this check and the face kept to recognise you are deleted.',
  erasePictures: 'On {date}, the pictures of this check are deleted.',
  erasePicturesBy: 'The pictures taken so far are deleted by {date}.',
  eraseOthersFace:
    'This check did not confirm who you are. A face kept from before stays, so that nobody else can delete it.',
  eraseWhy: 'Until then they remain as evidence, in case this check is disputed.',
  eraseRecord:
    'The record of the request, without pictures, remains as evidence until {date}. Encrypted traces that find repeated recordings remain for up to 90 days. Data can be kept longer because of a dispute or a legal obligation.',
  eraseSooner: '{controller} can tell you what else can be deleted, or deleted sooner.',
  eraseConfirm: 'Yes, delete my data',
  eraseBack: 'Keep my data',
  withdrawnTitle: 'You do not agree any more',
  withdrawnText: 'This check has stopped, and no more pictures are taken.',
  withdrawnLater: 'Your request stays open for a while: until then you can agree again.',
  erasedTitle: 'Deletion requested',
  erasedText: 'Your request to {controller} was recorded on {time}.',
};
