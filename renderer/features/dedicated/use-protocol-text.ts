import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { DedicatedProxy } from '#shared/contract/dedicated.ts';

/** Names the protocol of a proxy. The service never states it, so only a protocol that was set here is known. */
export const useProtocolText = (): ((proxy: Pick<DedicatedProxy, 'portType' | 'portTypeSure'>) => string) => {
  const { t } = useTranslation('dedicated');
  return useCallback(
    ({ portType, portTypeSure }) => {
      if (portType === null) return t('protocol.unknown');
      const protocol = t(`protocol.${portType}`);
      return portTypeSure ? protocol : t('protocol.unsure', { protocol });
    },
    [t],
  );
};
