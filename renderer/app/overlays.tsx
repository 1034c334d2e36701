import { FileQuestion } from '../features/activity/check/file-question.tsx';
import { ChooseListDialog } from '../parts/checks/choose-list-dialog.tsx';
import { LayoutOverlay } from '../parts/lists/layout-overlay.tsx';
import { Question } from '../ui/question.tsx';
import { Palette } from './palette.tsx';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';

/** The dialogs and lists that open over every screen. Soon after the start they are mounted, closed. */
export const Overlays = () => (
  <>
    <Palette />
    <ShortcutsDialog />
    <FileQuestion />
    <ChooseListDialog />
    <LayoutOverlay />
    <Question />
  </>
);
