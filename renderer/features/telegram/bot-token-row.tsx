import { Button, PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../bridge/use-action.ts';
import { fieldProblem } from '../../i18n/describe-error.ts';
import { SettingRow } from '../../parts/settings/setting-row.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Form } from '../../ui/form.tsx';

/** Takes the token of a bot. The window forgets it as soon as it was sent to the core. */
export const BotTokenRow = () => {
  const { t } = useTranslation(['telegram', 'common']);
  const [typed, setTyped] = useState('');
  const connect = useAction('telegram.connect');
  const problem = fieldProblem(connect.error, 'token');
  const submit = async () => {
    const result = await connect.run({ token: typed });
    if (result.ok) setTyped('');
  };
  return (
    <SettingRow label={t('telegram:token.label')} help={t('telegram:token.help')}>
      {(ids) => (
        <Form gap={8} onSubmit={() => void submit()}>
          <PasswordInput
            {...ids}
            value={typed}
            error={problem}
            aria-invalid={problem !== undefined}
            autoComplete="off"
            spellCheck={false}
            placeholder="123456789:AAE…"
            visibilityToggleFocusable
            visibilityToggleButtonProps={{
              'aria-label': t('common:secret.reveal', { name: t('telegram:token.label') }),
            }}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              connect.clearError();
            }}
          />
          {problem === undefined ? <ErrorNotice error={connect.error} /> : null}
          <div>
            <Button type="submit" loading={connect.busy}>
              {t('telegram:token.connect')}
            </Button>
          </div>
        </Form>
      )}
    </SettingRow>
  );
};
