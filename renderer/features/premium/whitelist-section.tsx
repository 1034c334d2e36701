import { ActionIcon, Box, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconCopy, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { PremiumState } from '#shared/contract/premium.ts';
import { isLocalIp, parseIpAddress } from '#shared/domain/ip-address.ts';
import { call } from '../../bridge/desk.ts';
import { useNoService } from '../../bridge/service-gap.ts';
import { type Action, useAction } from '../../bridge/use-action.ts';
import type { NamedClient } from '../../parts/clients/client-label.ts';
import { ClientSection } from '../../parts/clients/client-section.tsx';
import { MyAddressButtons } from '../../parts/premium/my-address-buttons.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { type Read, unreadable } from '../../ui/form/form-state.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { Form } from '../../ui/form.tsx';
import { ActionItem } from '../../ui/menu-action.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ServiceButton, ServiceHint } from '../../ui/service-hint.tsx';
import { errorToast, undoToast } from '../../ui/undo-toast.tsx';
import { useUnsaved } from '../../ui/use-escape.ts';
import { useRowMenu } from '../../ui/use-row-menu.tsx';
import styles from './premium.module.css';

interface WhitelistSectionProps {
  readonly client: NamedClient;
  readonly state: PremiumState;
  readonly refresh: Action<'premium.refreshWhitelist'>;
}

const readAddress = ({ ip }: { readonly ip: string }): Read<string> => {
  const parsed = parseIpAddress(ip);
  return parsed.ok ? { ok: true, value: ip.trim() } : unreadable({ field: 'ip', code: parsed.code });
};

/** The addresses from which proxies work without a login. */
export const WhitelistSection = ({ client, state, refresh }: WhitelistSectionProps) => {
  const { t } = useTranslation(['premium', 'common']);
  const noService = useNoService();
  const add = useAction('premium.addWhitelistIp');
  const remove = useAction('premium.removeWhitelistIp');
  const form = useForm({ initial: { ip: '' }, read: readAddress });
  const typed = form.values.ip;
  const parsed = parseIpAddress(typed);
  const address = parsed.ok ? parsed.ip : '';
  useUnsaved(typed.trim() !== '');
  const { whitelist } = state;
  const clientId = client.id;
  const read = () => void refresh.run({ clientId });

  /** Empties the field unless something else was typed meanwhile. */
  const forget = (added: string) => form.change(({ ip }) => ({ ip: ip.trim() === added ? '' : ip }));
  const addIp = async (ip: string): Promise<void> => {
    const result = await add.run({ clientId, ip });
    if (result.ok) forget(ip);
  };
  const onSubmit = () =>
    form.submit(
      (ip) => call('premium.addWhitelistIp', { clientId, ip }),
      (_, ip) => forget(ip),
    );

  const onRemove = async (ip: string) => {
    const result = await remove.run({ clientId, ip });
    if (!result.ok) return;
    undoToast(t('premium:whitelist.removed', { ip }), () => {
      void call('premium.addWhitelistIp', { clientId, ip }).then((undone) => {
        if (!undone.ok) errorToast(undone.error);
      });
    });
  };

  const { on, menu } = useRowMenu((ip: string) => (
    <>
      <ActionItem action={{ icon: IconCopy, label: t('premium:whitelist.copyIp'), run: () => copyText(ip) }} />
      <ActionItem
        action={{ icon: IconTrash, label: t('premium:whitelist.removeShort'), noService, run: () => void onRemove(ip) }}
        disabled={remove.busy}
      />
    </>
  ));

  const failed = refresh.error ?? remove.error ?? add.error ?? form.error;
  return (
    <ClientSection
      title={t('premium:whitelist.title')}
      asOf={whitelist?.asOf ?? null}
      refreshLabel={t('premium:whitelist.refresh')}
      busy={refresh.busy}
      onRefresh={read}
    >
      {whitelist === null ? <p className="dim">{t('premium:whitelist.never')}</p> : null}
      {whitelist !== null && whitelist.raw === null && whitelist.ips.length === 0 ? (
        <p className="dim">{t('premium:whitelist.empty')}</p>
      ) : null}
      {whitelist === null || whitelist.raw === null ? null : (
        <>
          <p className="dim">{t('premium:whitelist.raw')}</p>
          <pre className={`${styles.raw} selectable`}>{whitelist.raw}</pre>
        </>
      )}
      <ul aria-label={t('premium:whitelist.list')}>
        {whitelist?.ips.map((ip) => (
          <li key={ip} className={styles.ip} {...on(ip)}>
            <span className="mono selectable">{ip}</span>
            {whitelist.notPublic.includes(ip) ? (
              <span className={styles.private} title={t('premium:whitelist.notPublic')}>
                <IconAlertTriangle size={14} role="img" aria-label={t('premium:whitelist.notPublic')} />
              </span>
            ) : null}
            <span className="push">
              <ServiceHint>
                <ActionIcon
                  aria-label={t('premium:whitelist.remove', { ip })}
                  disabled={remove.busy}
                  onClick={() => void onRemove(ip)}
                >
                  <IconTrash size={15} aria-hidden />
                </ActionIcon>
              </ServiceHint>
            </span>
          </li>
        ))}
      </ul>
      {menu}
      <Form ref={form.ref} className={styles.add} onSubmit={onSubmit}>
        <TextInput
          flex={1}
          miw={0}
          aria-label={t('premium:whitelist.ip')}
          placeholder={t('premium:whitelist.ipPlaceholder')}
          spellCheck={false}
          {...form.input('ip')}
          onChange={(event) => {
            form.change({ ip: event.currentTarget.value });
            form.clearError();
            add.clearError();
          }}
        />
        <ServiceButton type="submit" disabled={typed.trim() === ''} loading={form.busy}>
          {t('common:actions.add')}
        </ServiceButton>
      </Form>
      {isLocalIp(address) ? (
        <Box mt={8}>
          <Notice tone="warn" live="status">
            {t('premium:whitelist.notPublic')}
          </Notice>
        </Box>
      ) : null}
      <MyAddressButtons known={whitelist?.ips ?? []} disabled={add.busy || form.busy} onAdd={(ip) => void addIp(ip)} />
      <ErrorNotice error={failed} onRetry={failed === refresh.error ? read : undefined} apart />
    </ClientSection>
  );
};
