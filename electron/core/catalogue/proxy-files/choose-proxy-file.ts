import type { CommonDeps } from '#core/context.ts';
import { textsOf } from '#core/platform/text/texts.ts';

/** Asks the user for a file with proxies, whatever its name ends with. `null` if the dialog was closed. */
export const chooseProxyFile = (
  { dialogs, language }: CommonDeps<'dialogs' | 'language'>,
  title: 'files:dialogs.importProxies' | 'files:dialogs.loadList',
): Promise<string | null> => {
  const t = textsOf(language);
  const filters = [{ name: t('files:dialogs.proxyFiles'), extensions: ['txt', 'csv', 'list', '*'] }];
  return dialogs.openFile({ title: t(title), filters });
};
