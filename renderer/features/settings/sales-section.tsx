import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { go } from '../../nav/router.ts';
import { TextSetting } from '../../parts/settings/setting-fields.tsx';
import { SettingRow, SettingsSection } from '../../parts/settings/setting-row.tsx';

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
      <TextSetting name="sellerDetails" label={t('settings.seller')} help={t('settings.sellerHelp')} lines={3} />
    </SettingsSection>
  );
};
