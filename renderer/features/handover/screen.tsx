import { Button } from '@mantine/core';
import { IconArrowLeft, IconUsers } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '../../bridge/use-query.ts';
import { go, useScreenParams } from '../../nav/router.ts';
import { ClientInitials } from '../../parts/clients/client-initials.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Screen } from '../../ui/screen.tsx';
import { useEscape } from '../../ui/use-escape.ts';
import { HandoverForm } from './handover-form.tsx';
import { QueueScreen } from './queue-screen.tsx';

/** Hands the purchased goods over to a client, or to the clients of a queue: message, link, QR code and lists. */
export const HandoverScreen = () => {
  const { queueId } = useScreenParams('handover');
  return queueId === undefined ? <ClientHandover /> : <QueueScreen key={queueId} queueId={queueId} />;
};

const ClientHandover = () => {
  const { t } = useTranslation(['handover', 'common']);
  const { clientId } = useScreenParams('handover');
  const options = useQuery('handover.options', clientId === undefined ? null : { clientId }, ['vpn.changed']);
  const templates = useQuery('handover.templates', {}, ['handover.templatesChanged']);
  // The message was saved when its field lost the focus.
  useEscape(clientId === undefined ? null : () => go('clients', { clientId }), { beyondFields: true });
  if (clientId === undefined) {
    return (
      <Screen title={t('title')}>
        <EmptyState
          icon={IconUsers}
          title={t('noClient')}
          text={t('noClientText')}
          action={
            <Button variant="filled" onClick={() => go('clients')}>
              {t('common:nav.clients')}
            </Button>
          }
        />
      </Screen>
    );
  }
  const error = options.error ?? templates.error;
  return (
    <Screen
      mark={options.value === undefined ? null : <ClientInitials name={options.value.client} />}
      title={options.value === undefined ? t('title') : t('titleFor', { client: options.value.client })}
      actions={
        <Button leftSection={<IconArrowLeft size={15} aria-hidden />} onClick={() => go('clients', { clientId })}>
          {t('back')}
        </Button>
      }
    >
      <ErrorNotice error={error} strip />
      {options.value === undefined || templates.value === undefined ? null : (
        <HandoverForm key={clientId} clientId={clientId} options={options.value} kept={templates.value} />
      )}
    </Screen>
  );
};
