import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answerFileQuestion } from '../../../parts/checks/check-file.ts';
import { useFileQuestion } from '../../../parts/checks/file-question-store.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';

/** Asks which part of an ambiguous line is the address. A wrong guess would send logins to a stranger's host. */
export const FileQuestion = () => {
  const { t } = useTranslation('checks');
  const question = useFileQuestion((state) => state.question);
  const [answer, setAnswer] = useState<string | null>(null);
  const leave = (): void => {
    setAnswer(null);
    useFileQuestion.setState({ question: null });
  };
  if (question === null) return null;
  const goOn = (): void => {
    leave();
    void answerFileQuestion(question.fileId, answer === 'first');
  };
  return (
    <ConfirmDialog
      opened
      title={t('question.title')}
      confirmLabel={t('question.goOn')}
      disabled={answer === null}
      onConfirm={goOn}
      onCancel={leave}
    >
      <Stack gap={12}>
        <p>{t('question.text', { count: question.lines })}</p>
        <Radio.Group label={t('question.label')} value={answer} onChange={setAnswer}>
          <Stack gap={8} mt={8}>
            <Radio value="last" label={t('question.loginLast', { place: question.loginLast })} />
            <Radio value="first" label={t('question.loginFirst', { place: question.loginFirst })} />
          </Stack>
        </Radio.Group>
      </Stack>
    </ConfirmDialog>
  );
};
