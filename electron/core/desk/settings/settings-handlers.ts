import type { CommonDeps } from '#core/context.ts';
import type { FeatureHandlers } from '#core/handlers.ts';
import type { Settings } from '#shared/contract/settings.ts';
import { isCheckAddress } from '#shared/domain/check.ts';
import { templateProblem } from '#shared/domain/file-name.ts';
import { parseTimeOfDay } from '#shared/domain/quiet-hours.ts';
import { isZone } from '#shared/domain/zoned-time.ts';
import { invalidInput, type Problem } from '#shared/result.ts';
import { createSettingsStore } from './settings-store.ts';

/**
 * Returns problems of a change that the schema cannot express: `zone-unknown`, `template-…`, `lookup-not-https`,
 * `check-address`.
 */
const settingsProblems = (change: Partial<Settings>): readonly Problem[] => {
  const problems: Problem[] = [];
  const { assumedZone, addressLookupUrl, checkAddress, fileNameTemplate } = change;
  if (assumedZone !== undefined && !isZone(assumedZone)) problems.push({ field: 'assumedZone', code: 'zone-unknown' });
  if (addressLookupUrl !== undefined && addressLookupUrl !== '' && !isHttps(addressLookupUrl)) {
    problems.push({ field: 'addressLookupUrl', code: 'lookup-not-https' });
  }
  if (checkAddress !== undefined && !isCheckAddress(checkAddress)) {
    problems.push({ field: 'checkAddress', code: 'check-address' });
  }
  for (const field of ['quietFrom', 'quietTo'] as const) {
    const typed = change[field];
    if (typed !== undefined && parseTimeOfDay(typed) === null) problems.push({ field, code: 'time-of-day' });
  }
  if (fileNameTemplate !== undefined) {
    const problem = templateProblem(fileNameTemplate);
    if (problem !== undefined) problems.push({ field: 'fileNameTemplate', ...problem });
  }
  return problems;
};

const isHttps = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return url.protocol === 'https:' && url.username === '' && url.password === '';
};

export type SettingsFeature = ReturnType<typeof createSettings>;

export const createSettings = ({ db, emit }: CommonDeps<'db' | 'emit'>) => {
  const store = createSettingsStore(db);
  const handlers: FeatureHandlers<'settings'> = {
    'settings.get': store.current,
    'settings.update': (input) => {
      const change = withoutUndefined(input);
      const problems = settingsProblems(change);
      if (problems.length > 0) throw invalidInput('A setting is not right.', ...problems);
      const settings = store.update(change);
      emit('settings.changed', settings);
      return settings;
    },
  };

  return {
    current: store.current,
    handlers,
  };
};

const withoutUndefined = (input: { readonly [K in keyof Settings]?: Settings[K] | undefined }): Partial<Settings> =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
