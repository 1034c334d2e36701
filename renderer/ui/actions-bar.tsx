import { type MenuAction, useChosenActions } from '../nav/chosen-store.ts';
import { ActionButton } from './menu-action.tsx';
import { SelectionBar } from './selection-bar.tsx';

interface ActionsBarProps {
  readonly label: string;
  /** How many of what: "3 lists selected". */
  readonly selected: string;
  readonly actions: readonly MenuAction[];
  readonly onEnd: () => void;
}

/** What can be done with the selected rows, where it is actions and nothing else; the palette has them, too. */
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
