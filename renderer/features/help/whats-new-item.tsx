import { IconSparkles, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { showHelp } from '../../parts/help/show-help.ts';
import { endWhatsNew, useWhatsNew } from './whats-new-store.ts';

/** Says in the status bar that a new version runs, until the user has read or closed it. */
export const WhatsNewItem = ({ className }: { readonly className: string }) => {
  const { t } = useTranslation();
  const version = useWhatsNew((state) => state.version);
  if (version === undefined) return null;
  const open = () => {
    showHelp('changes');
    endWhatsNew();
  };
  return (
    <>
      <button type="button" className={className} data-tone="info" onClick={open}>
        <IconSparkles size={14} aria-hidden />
        {t('status.whatsNew', { version })}
      </button>
      <button type="button" className={className} aria-label={t('status.whatsNewClose')} onClick={endWhatsNew}>
        <IconX size={13} aria-hidden />
      </button>
    </>
  );
};
