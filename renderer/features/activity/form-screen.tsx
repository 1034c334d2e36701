import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { FormEvent, ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Screen } from '../../ui/screen.tsx';
import styles from './run.module.css';

interface FormScreenProps {
  readonly title: string;
  readonly aside?: ReactNode;
  /** What the form is called where it is not seen. */
  readonly label: string;
  readonly formRef?: RefObject<HTMLFormElement | null>;
  readonly onBack: () => void;
  /** Beside the way back. */
  readonly tools?: ReactNode;
  readonly onSubmit: () => Promise<void>;
  readonly left: ReactNode;
  readonly right?: ReactNode;
  /** What went wrong, above the buttons. */
  readonly problem?: ReactNode;
  readonly buttons: ReactNode;
}

/** A form with a screen of its own: two columns of fields, and below them what it does. */
export const FormScreen = (props: FormScreenProps) => {
  const { t } = useTranslation(['runs', 'common']);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    // A form in a dialog of one of the fields is not this one.
    if (event.target === event.currentTarget) void props.onSubmit();
  };
  return (
    <Screen
      title={props.title}
      aside={props.aside}
      actions={
        <>
          <Button leftSection={<IconArrowLeft size={15} aria-hidden />} onClick={props.onBack}>
            {t('common:palette.back')}
          </Button>
          {props.tools}
        </>
      }
    >
      <form ref={props.formRef} className={styles.root} aria-label={props.label} onSubmit={onSubmit} noValidate>
        <div className={styles.columns}>
          <div className={styles.fields}>{props.left}</div>
          {props.right === undefined ? null : <div className={styles.fields}>{props.right}</div>}
        </div>
        <footer className={styles.panel}>
          {props.problem}
          <div className={styles.buttons}>{props.buttons}</div>
        </footer>
      </form>
    </Screen>
  );
};
