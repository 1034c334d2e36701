import { Button, Group, Stack } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { footRef } from './foot-space.ts';
import { Form } from './form.tsx';
import styles from './form-screen.module.css';
import { Screen } from './screen.tsx';

interface FormScreenProps {
  readonly title: string;
  readonly aside?: ReactNode;
  /** The accessible name of the form. */
  readonly label: string;
  readonly formRef?: RefObject<HTMLFormElement | null>;
  readonly onBack: () => void;
  /** Stands beside the back button. */
  readonly tools?: ReactNode;
  readonly onSubmit: () => Promise<void>;
  readonly left: ReactNode;
  readonly right?: ReactNode;
  /** The error above the buttons. */
  readonly problem?: ReactNode;
  readonly buttons: ReactNode;
}

/** A form that fills a screen: two columns of fields, and below them the buttons. */
export const FormScreen = (props: FormScreenProps) => {
  const { t } = useTranslation();
  return (
    <Screen
      title={props.title}
      aside={props.aside}
      actions={
        <>
          <Button leftSection={<IconArrowLeft size={15} aria-hidden />} onClick={props.onBack}>
            {t('palette.back')}
          </Button>
          {props.tools}
        </>
      }
    >
      <Form ref={props.formRef} className="fill" aria-label={props.label} onSubmit={props.onSubmit}>
        <div className={styles.columns}>
          <Stack gap={14} miw={0}>
            {props.left}
          </Stack>
          {props.right === undefined ? null : (
            <Stack gap={14} miw={0}>
              {props.right}
            </Stack>
          )}
        </div>
        <footer ref={footRef} className={styles.foot}>
          {props.problem}
          <Group gap="8px 12px">{props.buttons}</Group>
        </footer>
      </Form>
    </Screen>
  );
};
