import { Button, Textarea } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { go } from '../../nav/router.ts';
import { SettingRow, SettingsSection } from '../../parts/settings/setting-row.tsx';
import { useSetting } from '../../parts/settings/use-setting.ts';

/** Leads to the price list, and keeps the details that receipts and invoices begin with. */
export const SalesSection = () => {
  const { t } = useTranslation('sales');
  return (
    <SettingsSection name="sales">
      <SettingRow label={t('settings.label')} help={t('settings.help')}>
        {({ 'aria-describedby': help }) => (
          <Button aria-describedby={help} onClick={() => go('purchases', { filter: { view: 'prices' } })}>
            {t('settings.open')}
          </Button>
        )}
      </SettingRow>
      <SellerDetails />
    </SettingsSection>
  );
};

/** Several lines, saved on leaving the field; Esc discards the edit. */
const SellerDetails = () => {
  const { t } = useTranslation('sales');
  const { saved = '', save, error, clearError, justSaved } = useSetting('sellerDetails');
  const [typed, setTyped] = useState(saved);
  useEffect(() => setTyped(saved), [saved]);
  const change = (text: string) => {
    setTyped(text);
    clearError();
  };
  return (
    <SettingRow label={t('settings.seller')} help={t('settings.sellerHelp')} saved={justSaved}>
      {(ids) => (
        <Textarea
          {...ids}
          autosize
          minRows={3}
          maxRows={8}
          value={typed}
          error={error}
          onChange={(event) => change(event.currentTarget.value)}
          onBlur={() => void save(typed)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') change(saved);
          }}
        />
      )}
    </SettingRow>
  );
};
