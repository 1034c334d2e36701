import { Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PremiumState } from '#shared/contract/premium.ts';
import { clientLabel } from '#shared/domain/client-label.ts';
import { call } from '../../bridge/desk.ts';
import { useAction } from '../../bridge/use-action.ts';
import type { NamedClient } from '../../parts/clients/client-label.ts';
import { ClientSection } from '../../parts/clients/client-section.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Secret } from '../../ui/secret.tsx';
import { ServiceButton } from '../../ui/service-hint.tsx';
import { doneToast } from '../../ui/undo-toast.tsx';

interface PasswordSectionProps {
  readonly client: NamedClient;
  readonly state: PremiumState;
}

/** The sub-user's password. It is masked until the user asks, and reset only after a warning about the consequences. */
export const PasswordSection = ({ client, state }: PasswordSectionProps) => {
  const { t } = useTranslation('premium');
  const refresh = useAction('premium.refreshPassword');
  const reset = useAction('premium.resetPassword');
  const [asking, setAsking] = useState(false);
  const { password } = state;
  const clientId = client.id;
  const read = () => void refresh.run({ clientId });

  const onReset = async () => {
    const result = await reset.run({ clientId });
    setAsking(false);
    if (result.ok) doneToast(t('password.resetDone'));
  };

  const failed = refresh.error ?? reset.error;
  return (
    <ClientSection
      title={t('password.title')}
      asOf={password?.asOf ?? null}
      refreshLabel={password === null ? undefined : t('password.refresh')}
      busy={refresh.busy}
      onRefresh={read}
    >
      {password === null ? <p className="dim">{t('password.never')}</p> : null}
      {password?.shape === 'none' ? <p className="dim">{t('password.none')}</p> : null}
      {password?.shape === 'raw' ? <p className="dim">{t('password.raw')}</p> : null}
      {password === null || password.shape === 'none' ? null : (
        <Secret
          // The key keeps a new password from being covered by the revealed old one.
          key={password.asOf}
          name={t('password.name')}
          reveal={async () => {
            const result = await call('premium.revealPassword', { clientId });
            return result.ok ? { ok: true, value: result.value.password } : result;
          }}
          copy={() => call('premium.copyPassword', { clientId })}
        />
      )}
      <ErrorNotice error={failed} apart />
      <Group gap={8} mt={8}>
        {password === null ? (
          <ServiceButton loading={refresh.busy} onClick={read}>
            {t('password.read')}
          </ServiceButton>
        ) : null}
        <ServiceButton onClick={() => setAsking(true)}>{t('password.reset')}</ServiceButton>
      </Group>
      <ConfirmDialog
        opened={asking}
        title={t('password.resetTitle', { client: clientLabel(client) })}
        confirmLabel={t('password.resetConfirm')}
        danger
        busy={reset.busy}
        onConfirm={() => void onReset()}
        onCancel={() => setAsking(false)}
      >
        {t('password.resetText')}
      </ConfirmDialog>
    </ClientSection>
  );
};
