import type * as resources from '#shared/texts/en/window.ts';

/** English defines the keys. A test checks that Russian has the same ones, apart from its additional plural forms. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: typeof resources;
    returnNull: false;
  }
}
