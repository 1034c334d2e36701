import { Button } from '@mantine/core';
import { IconMoodConfuzed } from '@tabler/icons-react';
import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../ui/copy-text.ts';
import { EmptyState } from '../ui/empty-state.tsx';

interface ErrorBoundaryProps {
  readonly children: ReactNode;
}

interface ErrorBoundaryState {
  readonly error: Error | undefined;
}

/** Wraps every screen, so that a fault in one of them never blanks the window. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { error: undefined };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return <ScreenFailed error={error} onShowAgain={() => this.setState({ error: undefined })} />;
  }
}

const ScreenFailed = ({ error, onShowAgain }: { readonly error: Error; readonly onShowAgain: () => void }) => {
  const { t } = useTranslation('errors');
  return (
    <div role="alert" style={{ height: '100%' }}>
      <EmptyState
        icon={IconMoodConfuzed}
        title={t('screenFailed')}
        text={t('screenFailedText')}
        action={
          <>
            <Button variant="filled" onClick={onShowAgain}>
              {t('showAgain')}
            </Button>
            <Button onClick={() => copyText(`${error.name}: ${error.message}\n${error.stack ?? ''}`)}>
              {t('copyDetails')}
            </Button>
          </>
        }
      />
    </div>
  );
};
