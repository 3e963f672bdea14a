import { CodedBadge } from '../../../words/coded-badge.tsx';
import { viewOfStatus } from './call-words.ts';

/** The status of a response with its error code, as icon and numbers. */
export const CallResult = ({ status, code }: { status: number; code?: string | undefined }) => (
  <CodedBadge view={viewOfStatus(status)}>{code === undefined ? status : `${status} · ${code}`}</CodedBadge>
);
