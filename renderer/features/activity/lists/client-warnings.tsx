import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ProcedureOutput } from '#shared/contract/index.ts';
import { Notice } from '../../../ui/notice.tsx';

interface ClientWarningsProps {
  readonly check: ProcedureOutput<'runs.checkClients'>;
  /** Format 3 works only from addresses on the whitelist. */
  readonly needsWhitelist: boolean;
  readonly skips: boolean;
  readonly onSkips: (skips: boolean) => void;
}

/** Warns of known problems before anything is requested. */
export const ClientWarnings = ({ check, needsWhitelist, skips, onSkips }: ClientWarningsProps) => {
  const { t } = useTranslation('runLists');
  return (
    <>
      {check.removed === 0 ? null : <Notice tone="info">{t('warnings.removed', { count: check.removed })}</Notice>}
      {check.withoutTraffic === 0 ? null : (
        <Notice tone="warn">
          {t('warnings.noTraffic', { count: check.withoutTraffic })}
          <Checkbox
            mt={8}
            label={t('warnings.skip')}
            checked={skips}
            onChange={(event) => onSkips(event.currentTarget.checked)}
          />
        </Notice>
      )}
      {check.trafficUnread === 0 ? null : (
        <Notice tone="info">{t('warnings.unread', { count: check.trafficUnread })}</Notice>
      )}
      {!needsWhitelist || check.withoutWhitelist === 0 ? null : (
        <Notice tone="warn">{t('warnings.noWhitelist', { count: check.withoutWhitelist })}</Notice>
      )}
      {!needsWhitelist || check.whitelistUnread === 0 ? null : (
        <Notice tone="info">{t('warnings.whitelistUnread', { count: check.whitelistUnread })}</Notice>
      )}
    </>
  );
};
