import { type MenuAction, useChosenActions } from '../nav/chosen-store.ts';
import { ActionButton } from './menu-action.tsx';
import { SelectionBar } from './selection-bar.tsx';

interface ActionsBarProps {
  readonly label: string;
  /** How much is selected: "3 lists selected". */
  readonly selected: string;
  readonly actions: readonly MenuAction[];
  readonly onEnd: () => void;
}

/** The actions on the selected rows, as buttons above the grid. The palette offers the same actions. */
export const ActionsBar = ({ label, selected, actions, onEnd }: ActionsBarProps) => {
  useChosenActions(selected, actions);
  return (
    <SelectionBar label={label} selected={selected} onEnd={onEnd}>
      {actions.map((action) => (
        <ActionButton key={action.label} action={action} />
      ))}
    </SelectionBar>
  );
};
