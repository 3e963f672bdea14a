export { type PageFiles, readPageFiles } from './page-files.ts';
export { readSdkFiles, type SdkFiles } from './sdk-files.ts';
