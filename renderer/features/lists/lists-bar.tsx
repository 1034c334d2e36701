import { useTranslation } from 'react-i18next';
import { type Deed, useChosenDeeds } from '../../nav/chosen-store.ts';
import { DeedButton } from '../../ui/deed.tsx';
import { SelectionBar } from '../../ui/selection-bar.tsx';

interface ListsBarProps {
  readonly count: number;
  readonly deeds: readonly Deed[];
  readonly onEnd: () => void;
}

/** What can be done with the selected lists. */
export const ListsBar = ({ count, deeds, onEnd }: ListsBarProps) => {
  const { t } = useTranslation('lists');
  const selected = t('selected', { count });
  useChosenDeeds(selected, deeds);
  return (
    <SelectionBar label={t('bulk.label')} selected={selected} onEnd={onEnd}>
      {deeds.map((deed) => (
        <DeedButton key={deed.label} deed={deed} />
      ))}
    </SelectionBar>
  );
};
