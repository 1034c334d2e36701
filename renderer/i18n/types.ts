import type * as resources from '#shared/texts/en/window.ts';

/** English is the shape; a test holds Russian to it (plurals apart, which have more forms there). */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: typeof resources;
    returnNull: false;
  }
}
