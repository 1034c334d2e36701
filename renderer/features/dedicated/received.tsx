import { Button, Group, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Purchase } from '#shared/contract/purchases.ts';
import { Notice } from '../../ui/notice.tsx';

interface ReceivedProps {
  readonly purchase: Purchase;
  readonly onShow: () => void;
}

/** What came with a purchase, and what of it could not be read. */
export const Received = ({ purchase, onShow }: ReceivedProps) => {
  const { t } = useTranslation('dedicated');
  const { goods, order } = purchase;
  if (goods?.kind !== 'dedicated' || order.kind !== 'dedicated') return null;
  const { received, incomplete } = goods;
  return (
    <Stack gap={8} mt={12}>
      {received < order.count ? <Notice tone="bad">{t('buy.fewer', { received, asked: order.count })}</Notice> : null}
      {incomplete > 0 ? <Notice tone="warn">{t('buy.incomplete', { count: incomplete })}</Notice> : null}
      <Group gap={12} wrap="nowrap" justify="space-between">
        <span>{t('buy.received', { count: received })}</span>
        <Button onClick={onShow}>{t('buy.show')}</Button>
      </Group>
    </Stack>
  );
};
