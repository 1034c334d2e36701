import { createInstance } from 'i18next';
import { errorSentence, type LookUp, readableParams } from '#shared/domain/error-sentence.ts';
import type { Language } from '#shared/domain/language.ts';
import type { AppError } from '#shared/result.ts';
import { errors as enErrors } from '#shared/texts/en/errors.ts';
import { problems as enProblems } from '#shared/texts/en/problems.ts';
import { scripts as enScripts } from '#shared/texts/en/scripts.ts';
import { errors as ruErrors } from '#shared/texts/ru/errors.ts';
import { problems as ruProblems } from '#shared/texts/ru/problems.ts';
import { scripts as ruScripts } from '#shared/texts/ru/scripts.ts';

const english = { errors: enErrors, problems: enProblems, scripts: enScripts };
const russian = { errors: ruErrors, problems: ruProblems, scripts: ruScripts };

/** Returns the sentences for a terminal, in Russian for a Russian locale such as `ru_RU.UTF-8`, otherwise in English. */
export const scriptTexts = (locale: string) => {
  const lng: Language = /^ru\b|^ru_/i.test(locale) ? 'ru' : 'en';
  const i18n = createInstance();
  void i18n.init({
    lng,
    fallbackLng: false,
    resources: { en: english, ru: russian },
    initAsync: false,
    interpolation: { escapeValue: false },
  });
  const lookUp: LookUp = (key, params = {}) =>
    i18n.exists(key) ? i18n.t(key, { ...readableParams(params, lng) }) : undefined;
  return {
    noDesk: i18n.t('scripts:noDesk'),
    deskGone: i18n.t('scripts:deskGone'),
    mayBeSent: i18n.t('scripts:mayBeSent'),
    outcomeUnknown: i18n.t('scripts:outcomeUnknown'),
    notAsOrdered: i18n.t('scripts:notAsOrdered'),
    /** Says what happened and what to do. */
    describe: (error: AppError): string => errorSentence(error, lookUp),
  };
};
