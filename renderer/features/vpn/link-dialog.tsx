import { Button, Group, Modal, NativeSelect, Skeleton } from '@mantine/core';
import { IconCopy, IconQrcode } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { VpnSubscription } from '#shared/contract/vpn.ts';
import { clientLabel } from '#shared/domain/client-label.ts';
import { shortUuid } from '#shared/domain/products/vpn.ts';
import { useFormat } from '../../i18n/use-format.ts';
import type { NamedClient } from '../../parts/clients/client-label.ts';
import { copyLink, copyQr } from '../../parts/vpn/link-actions.ts';
import { QrCodeImage } from '../../parts/vpn/qr-code-image.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useLoadedVpn } from './use-subscriptions.ts';

interface LinkDialogProps {
  readonly client: NamedClient;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** The link of one of a client's subscriptions, to be copied or scanned. */
export const LinkDialog = ({ client, opened, onClose }: LinkDialogProps) => {
  const { t } = useTranslation('vpn');
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={<span className="two-lines">{t('linkTitle', { client: clientLabel(client) })}</span>}
      size={460}
      centered
      withCloseButton={false}
    >
      {opened ? <LinkContent client={client} onClose={onClose} /> : null}
    </Modal>
  );
};

const LinkContent = ({ client, onClose }: Omit<LinkDialogProps, 'opened'>) => {
  const { t } = useTranslation(['vpn', 'common']);
  const format = useFormat();
  const { state, refresh, isReading } = useLoadedVpn(client.id);
  const [chosen, setChosen] = useState<string>();
  const linked = (state.value?.subscriptions ?? []).filter(({ link }) => link !== 'none');
  const shown = linked.find(({ uuid }) => uuid === chosen) ?? linked[0];
  const labelOf = ({ uuid, expiresAt }: VpnSubscription): string =>
    expiresAt === null
      ? t('id', { id: shortUuid(uuid) })
      : `${t('id', { id: shortUuid(uuid) })} · ${format.date(expiresAt)}`;
  return (
    <>
      {isReading ? <Skeleton height={300} /> : null}
      <ErrorNotice error={state.error ?? refresh.error} onRetry={() => void refresh.run({ clientId: client.id })} />
      {shown === undefined ? (
        isReading ? null : (
          <p className="dim">{t(state.value?.subscriptions.length === 0 ? 'none' : 'noLink')}</p>
        )
      ) : (
        <>
          {linked.length === 1 ? null : (
            <NativeSelect
              label={t('target')}
              mb={12}
              value={shown.uuid}
              data={linked.map((one) => ({ value: one.uuid, label: labelOf(one) }))}
              onChange={(event) => setChosen(event.currentTarget.value)}
            />
          )}
          <QrCodeImage clientId={client.id} uuid={shown.uuid} />
          <p className="para dim">{t('qrText')}</p>
        </>
      )}
      <Group gap={8} justify="flex-end" mt={20}>
        <Button data-autofocus={shown === undefined ? true : undefined} onClick={onClose}>
          {t('common:actions.close')}
        </Button>
        {shown === undefined ? null : (
          <Button
            leftSection={<IconQrcode size={15} aria-hidden />}
            onClick={() => void copyQr({ clientId: client.id, uuid: shown.uuid })}
          >
            {t('copyQr')}
          </Button>
        )}
        {shown === undefined ? null : (
          <Button
            data-autofocus
            variant="filled"
            leftSection={<IconCopy size={15} aria-hidden />}
            onClick={() => void copyLink({ clientId: client.id, uuid: shown.uuid })}
          >
            {t('copyLink')}
          </Button>
        )}
      </Group>
    </>
  );
};
