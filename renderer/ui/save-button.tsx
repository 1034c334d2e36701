import { Button } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** The button at the end of a form that saves it. */
export const SaveButton = ({ loading }: { readonly loading: boolean }) => {
  const { t } = useTranslation();
  return (
    <div>
      <Button type="submit" variant="filled" leftSection={<IconDeviceFloppy size={16} aria-hidden />} loading={loading}>
        {t('actions.save')}
      </Button>
    </div>
  );
};
