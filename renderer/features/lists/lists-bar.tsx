import { CloseButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useChosenDeeds } from '../../app/chosen-store.ts';
import { type Deed, DeedButton } from '../../ui/deed.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';

interface ListsBarProps {
  readonly count: number;
  readonly deeds: readonly Deed[];
  readonly onEnd: () => void;
}

/** Takes the place of tabs and search while lists are selected, so that the rows stay where they are. */
export const ListsBar = ({ count, deeds, onEnd }: ListsBarProps) => {
  const { t } = useTranslation('lists');
  const selected = t('selected', { count });
  useChosenDeeds(selected, deeds);
  return (
    <Toolbar
      label={t('bulk.label')}
      end={<CloseButton size="sm" aria-label={t('bulk.clear')} title={t('bulk.clear')} onClick={onEnd} />}
    >
      <span role="status">{selected}</span>
      {deeds.map((deed) => (
        <DeedButton key={deed.label} deed={deed} />
      ))}
    </Toolbar>
  );
};
