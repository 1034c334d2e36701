import type { Plugin } from 'vite';
import { helpFiles } from './help-files.ts';

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  webp: 'image/webp',
  woff2: 'font/woff2',
};

/** Makes the folder `help/` beside the window's page. With hot reload the files are made anew for each request. */
export const helpPages = (): Plugin => ({
  name: 'help-pages',
  generateBundle() {
    for (const [path, source] of helpFiles()) this.emitFile({ type: 'asset', fileName: `help/${path}`, source });
  },
  configureServer(server) {
    server.middlewares.use('/help/', (request, answer, next) => {
      const path = new URL(request.url ?? '/', 'http://localhost').pathname.slice(1);
      const source = helpFiles().get(path);
      if (source === undefined) return next();
      answer.setHeader('content-type', TYPES[path.split('.').at(-1) ?? ''] ?? 'text/plain');
      answer.end(source);
    });
  },
});
