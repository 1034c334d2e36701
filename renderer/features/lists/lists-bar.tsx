import { useTranslation } from 'react-i18next';
import { type MenuAction, useChosenActions } from '../../nav/chosen-store.ts';
import { ActionButton } from '../../ui/menu-action.tsx';
import { SelectionBar } from '../../ui/selection-bar.tsx';

interface ListsBarProps {
  readonly count: number;
  readonly actions: readonly MenuAction[];
  readonly onEnd: () => void;
}

/** What can be done with the selected lists. */
export const ListsBar = ({ count, actions, onEnd }: ListsBarProps) => {
  const { t } = useTranslation('lists');
  const selected = t('selected', { count });
  useChosenActions(selected, actions);
  return (
    <SelectionBar label={t('bulk.label')} selected={selected} onEnd={onEnd}>
      {actions.map((action) => (
        <ActionButton key={action.label} action={action} />
      ))}
    </SelectionBar>
  );
};
