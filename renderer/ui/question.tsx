import { useLanguage } from '../i18n/use-language.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { useQuestion } from './question-store.ts';

/** Shows the open question (question-store.ts) over every screen. */
export const Question = () => {
  const asked = useQuestion((state) => state.asked);
  useLanguage();
  if (asked === null) return null;
  const { answer } = asked;
  const { title, text, confirmLabel } = asked.question();
  return (
    <ConfirmDialog
      opened
      danger
      title={title}
      confirmLabel={confirmLabel}
      onConfirm={() => answer(true)}
      onCancel={() => answer(false)}
    >
      <div className="stack">
        {text.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </ConfirmDialog>
  );
};
