import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { contractNames } from './electron/dev/contract-names.ts';
import { helpPages } from './electron/dev/help/help-plugin.ts';
import { collectLicences } from './electron/dev/licences.ts';
import manifest from './package.json' with { type: 'json' };

/** Native packages load their own binaries from node_modules; everything else is bundled, for a quick start. */
const native = ['@photostructure/sqlite', 'keytar'];
const bundled = Object.keys(manifest.dependencies).filter((name) => !native.includes(name));

/** The code runs on Electron 33 (Node 20.18, Chrome 130) and on 45. */
const nodeTarget = 'node20.18';
const chromeTarget = 'chrome130';

export default defineConfig({
  main: {
    plugins: [contractNames(), collectLicences('main', native)],
    build: {
      target: nodeTarget,
      outDir: 'out/main',
      sourcemap: true,
      externalizeDeps: { exclude: bundled },
      rolldownOptions: {
        // The core apart from the file that its thread starts with, and as CommonJS: only so can V8 be given the code it
        // made of it (electron/core/desk/thread/load-core.ts).
        input: {
          index: resolve('electron/main/index.ts'),
          thread: resolve('electron/core/desk/thread/entry.ts'),
          core: resolve('electron/core/desk/thread/run-core.ts'),
          sandbox: resolve('electron/sandbox/thread.ts'),
          checker: resolve('electron/core/jobs/check/thread.ts'),
        },
        output: {
          format: 'cjs',
          entryFileNames: '[name].cjs',
          chunkFileNames: 'chunks/[name]-[hash].cjs',
          // Start-up parses it on every run. Names stay, for the log of what went wrong.
          minify: { compress: true, mangle: false, codegen: true },
        },
      },
    },
  },
  preload: {
    plugins: [contractNames(), collectLicences('preload')],
    build: {
      target: nodeTarget,
      outDir: 'out/preload',
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: resolve('electron/preload/index.ts') },
        // A sandboxed preload can neither import nor be a module: one CommonJS file.
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: resolve('renderer'),
    plugins: [
      react(),
      helpPages(),
      collectLicences('renderer', ['@fontsource-variable/inter', 'country-flag-emoji-polyfill']),
    ],
    // The page runs at app://, so the hot-reload socket cannot be guessed from its address.
    server: { host: 'localhost', cors: true, hmr: { protocol: 'ws', host: 'localhost' } },
    build: {
      target: chromeTarget,
      outDir: resolve('out/renderer'),
      emptyOutDir: true,
      assetsInlineLimit: 0,
      // Start-up parses this on every run; electron-vite would leave it as written.
      minify: true,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 1500,
      // One file of styles: in files of their own those of a screen would come after the kit's in one order or the other.
      cssCodeSplit: false,
      rolldownOptions: {
        // One page for each language, which brings its texts. The others are read later.
        input: { en: resolve('renderer/en.html'), ru: resolve('renderer/ru.html') },
        // One file for the first screen, one for the code that several other screens share, and one for the rest of each.
        output: {
          codeSplitting: {
            groups: [
              { name: 'texts-en', test: /\/shared\/texts\/en\//, priority: 3 },
              { name: 'texts-ru', test: /\/shared\/texts\/ru\//, priority: 3 },
              // Without the files that begin with one language (renderer/en.ts), because this file is read with any of them.
              { name: 'first', test: /^(?!.*\/renderer\/(?:en|ru)\.)/, tags: ['$initial'], priority: 2 },
              { name: 'shared', minShareCount: 2, priority: 1 },
            ],
          },
        },
      },
    },
  },
});
