import { FileQuestion } from '../features/activity/check/file-question.tsx';
import { Question } from '../ui/question.tsx';
import { Palette } from './palette.tsx';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';

/** What lies over every screen when it is asked for; there, and closed, soon after the start. */
export const Overlays = () => (
  <>
    <Palette />
    <ShortcutsDialog />
    <FileQuestion />
    <Question />
  </>
);
