import { isLanguage, type Language } from '#shared/domain/language.ts';
import { VPN_APPS, type VpnApp } from '#shared/domain/vpn-apps.ts';
import { readLocal, writeLocal } from '../../bridge/local-store.ts';

const LANGUAGE = 'handover.language';
const APPS = 'handover.apps';

const isAppList = (value: unknown): value is readonly VpnApp[] =>
  Array.isArray(value) && value.every((app) => VPN_APPS.includes(app));

/** The language in which the user last wrote to a client; at first that of the app. */
export const messageLanguage = (appLanguage: Language): Language => readLocal(LANGUAGE, isLanguage) ?? appLanguage;

/** The apps whose links the user last put into a message. */
export const messageApps = (): readonly VpnApp[] => readLocal(APPS, isAppList) ?? ['happ', 'v2raytun', 'hiddify'];

export const keepMessageLanguage = (language: Language): void => writeLocal(LANGUAGE, language);
export const keepMessageApps = (apps: readonly VpnApp[]): void => writeLocal(APPS, apps);
