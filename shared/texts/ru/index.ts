export { files } from './files.ts';
export { shell } from './shell.ts';
export * from './window.ts';
