export { inSubjectTrace, keepTrace } from './subject-trace.ts';
