import { Button, Group } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { UpdateState } from '#shared/contract/updates.ts';
import type { Format } from '../../i18n/format.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useNow } from '../../ui/use-now.ts';
import { checkForUpdate, downloadUpdate, useUpdates } from './updates-store.ts';

type T = TFunction<['settings']>;

const sentence = (t: T, format: Format, now: number, state: UpdateState): string => {
  const { percent } = state;
  const version = state.version ?? '';
  switch (state.status) {
    case 'off':
      return t(`updates.off.${state.reason ?? 'no-feed'}`);
    case 'checking':
      return t('updates.checking');
    case 'available':
      return t(state.failed === 'download' ? 'updates.downloadFailed' : 'updates.available', { version });
    case 'downloading':
      return t('updates.downloading', { version, percent: format.percent((percent ?? 0) / 100) });
    case 'ready':
      return t('updates.ready', { version });
    case 'idle':
      if (state.failed === 'check') return t('updates.checkFailed');
      if (state.failed === 'signature') return t('updates.notOurs');
      if (state.checkedAt === null) return t('updates.notChecked');
      return t('updates.newest', { time: format.moment(state.checkedAt, now) });
  }
};

/** Says whether there is a newer version, and offers the next step. */
export const UpdateRow = () => {
  const { t } = useTranslation(['settings']);
  const format = useFormat();
  const now = useNow();
  const state = useUpdates((updates) => updates.state);
  if (state === undefined) return null;
  const { status } = state;
  return (
    <Group gap={12} wrap="nowrap" mb={12} mih={30}>
      <p role="status">{sentence(t, format, now, state)}</p>
      {status === 'idle' || status === 'checking' ? (
        <Button loading={status === 'checking'} onClick={() => void checkForUpdate()}>
          {t('updates.check')}
        </Button>
      ) : null}
      {status === 'available' ? (
        <Button variant="filled" onClick={() => void downloadUpdate()}>
          {t('updates.download')}
        </Button>
      ) : null}
    </Group>
  );
};
