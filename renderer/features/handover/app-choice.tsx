import { Checkbox, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { APP_FACTS, VPN_APPS } from '#shared/domain/vpn-apps.ts';
import type { PackState } from './use-pack.ts';

interface AppChoiceProps {
  readonly state: Pick<PackState, 'pack' | 'setApps'>;
  /** Whether the message has the field that is filled with these links. */
  readonly isUsed: boolean;
}

/** Chooses the apps whose one-tap links are in the message and on the page. */
export const AppChoice = ({ state: { pack, setApps }, isUsed }: AppChoiceProps) => {
  const { t } = useTranslation('handover');
  return (
    <Checkbox.Group
      label={t('apps')}
      description={isUsed ? t('appsHelp') : `${t('appsHelp')} ${t('appsUnused')}`}
      value={pack.apps}
      onChange={(apps) => setApps(VPN_APPS.filter((app) => apps.includes(app)))}
    >
      <Group gap="8px 16px" mt={8}>
        {VPN_APPS.map((app) => (
          <Checkbox key={app} value={app} label={APP_FACTS[app].name} />
        ))}
      </Group>
    </Checkbox.Group>
  );
};
