export { type Disputed, disputeFaces, listFacesLike, listFacesOf, settleDispute } from './dispute-faces.ts';
export { erasePerson } from './erase-person.ts';
export { listOverdue, OVERDUE_LIMIT_SECONDS, type Overdue } from './overdue.ts';
