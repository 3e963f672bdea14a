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
      'Order {order} is not confirmed by this check. Nothing was charged or canceled here: {company} decides how the order goes on.',
    process: 'Your request is not confirmed by this check. {company} decides how it goes on.',
  },
  notApprovedWays: '{company} can give you another try with a new link, or another way to confirm.',
  againMovement:
    'The movement was missed again. Sit down, lean the device on something firm, move only your head, and look ahead again after each step. If a movement is hard for you, choose “I need it another way”.',
  againFace:
    'Your face was hard to see again. Sit facing a window or a lamp, hold the device at eye level, an arm’s length away.',
  againDark:
    'It was too dark again. Go to the brightest place at hand, such as a window by day, and set the screen to full brightness.',
  againBlurred:
    'The picture was blurred again. Clean the camera with a soft cloth, and rest the device so that it cannot move.',
  againUnclear:
    'It was not clear enough again. Use this device’s own camera without filters or effects, with light from the front and a room behind you.',
  againTime:
    'The time ran out again. Under “I need it another way” you can choose more time, and the movements that are easy for you.',
  againOther:
    'The same thing got in the way again. Try another place, with light in front of you, or another device.',

  eraseOffer: 'Delete my data',
  eraseTitle: 'Delete your data?',
  eraseFace: 'On {date}, the pictures of this check and the face kept to recognise you are deleted.',
  erasePictures: 'On {date}, the pictures of this check are deleted.',
  eraseOthersFace:
    'This check did not confirm who you are. A face kept from before stays, so that nobody else can delete it.',
  eraseWhy: 'Until then they remain as evidence, in case this check is disputed.',
  eraseRecord:
    'The record of the request, without pictures, remains as evidence until {date}. A dispute or a legal duty can keep data longer.',
  eraseSooner:
    '{controller} is told, and can tell you what else can be deleted, or what can be deleted sooner.',
  eraseConfirm: 'Yes, delete my data',
  eraseBack: 'Keep my data',
  erasedTitle: 'Deletion requested',
  erasedText: '{controller} was told on {time}.',
};
