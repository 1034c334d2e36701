import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../bridge/use-action.ts';
import { go } from '../../nav/router.ts';
import { MyAddressButtons } from '../../parts/premium/my-address-buttons.tsx';
import { usePremiumState } from '../../parts/premium/use-premium.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ServiceButton } from '../../ui/service-hint.tsx';
import { doneToast } from '../../ui/undo-toast.tsx';

/** Format 3 has no login. Warns if no address could use such a list, and offers to add this computer's. */
export const WhitelistWarning = ({ clientId }: { readonly clientId: number }) => {
  const { t } = useTranslation(['generator', 'common']);
  const { value: state } = usePremiumState(clientId);
  const refresh = useAction('premium.refreshWhitelist');
  const add = useAction('premium.addWhitelistIp');
  if (state === undefined) return null;
  const { whitelist } = state;

  if (whitelist === null) {
    return (
      <Notice
        tone="info"
        actions={
          <ServiceButton size="compact-sm" loading={refresh.busy} onClick={() => void refresh.run({ clientId })}>
            {t('whitelist.read')}
          </ServiceButton>
        }
      >
        {t('whitelist.unread')}
      </Notice>
    );
  }
  if (whitelist.ips.length > 0 || whitelist.raw !== null) return null;

  const addIp = async (ip: string) => {
    const result = await add.run({ clientId, ip });
    if (result.ok) doneToast(t('whitelist.added', { ip }));
  };
  return (
    <Notice tone="warn">
      {t('whitelist.empty')}
      <MyAddressButtons known={[]} disabled={add.busy} onAdd={(ip) => void addIp(ip)} />
      <ErrorNotice error={add.error} />
      <Button className="flush-start" size="compact-sm" variant="subtle" onClick={() => go('clients', { clientId })}>
        {t('common:words.openClient')}
      </Button>
    </Notice>
  );
};
