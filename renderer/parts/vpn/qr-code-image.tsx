import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useQuery } from '../../bridge/use-query.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import styles from './qr-code-image.module.css';

/** Scanners need this many white modules around the code (ISO/IEC 18004). */
const QUIET = 4;

interface QrCodeImageProps {
  readonly clientId: number;
  readonly uuid: string;
  /** In px, from the beginning on; the whole width without it. */
  readonly height?: number;
}

/** The link of a subscription as a QR code. The core makes the code when it is shown. */
export const QrCodeImage = ({ clientId, uuid, height }: QrCodeImageProps) => {
  const { t } = useTranslation('vpn');
  const query = useQuery('vpn.qr', { clientId, uuid });
  if (query.error !== undefined) return <ErrorNotice error={query.error} />;
  if (query.value === undefined) return <Skeleton height={height ?? 300} />;
  const side = query.value.size + 2 * QUIET;
  return (
    <svg
      className={styles.qr}
      style={{ height }}
      viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}
      role="img"
      aria-label={t('qrImage')}
      shapeRendering="crispEdges"
    >
      <path d={query.value.path} />
    </svg>
  );
};
