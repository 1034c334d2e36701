import { FileQuestion } from '../features/activity/check/file-question.tsx';
import { Question } from '../ui/question.tsx';
import { Palette } from './palette.tsx';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';

/** The dialogs and lists that open over every screen. Soon after the start they are mounted, closed. */
export const Overlays = () => (
  <>
    <Palette />
    <ShortcutsDialog />
    <FileQuestion />
    <Question />
  </>
);
