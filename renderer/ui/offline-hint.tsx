import { Tooltip } from '@mantine/core';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';

interface OfflineHintProps {
  /** From `useIsOffline()`. */
  readonly offline: boolean;
  /** One focusable control; give it `disabled={offline}` too. */
  readonly children: ReactElement;
}

/** Says why an action that needs the network is not available now. The action stays where it is: no layout jump. */
export const OfflineHint = ({ offline, children }: OfflineHintProps) => {
  const { t } = useTranslation();
  return offline ? (
    <Tooltip label={t('offline.hint')}>
      <span title={t('offline.hint')}>{children}</span>
    </Tooltip>
  ) : (
    children
  );
};
