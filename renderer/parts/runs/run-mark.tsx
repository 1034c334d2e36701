import {
  type Icon,
  IconGift,
  IconListDetails,
  IconRefresh,
  IconShieldCheck,
  IconShoppingCart,
  IconTableImport,
} from '@tabler/icons-react';
import type { Run, RunKind } from '#shared/contract/runs.ts';
import { isPurchases, productOf } from '../products/index.ts';
import styles from '../products/product-mark.module.css';
import { type MarkedName, ProductMark } from '../products/product-mark.tsx';

type MarkedRun = Pick<Run, 'kind' | 'subject'>;

/** The product that a run is about; `null` if it is about none, or about several. */
const productOfRun = ({ kind, subject }: MarkedRun): MarkedName | null => {
  if (subject !== null && isPurchases(subject)) return productOf(subject.what);
  if (kind === 'list' || kind === 'lists') return 'lists';
  if (subject?.what === 'check') return subject.list === null ? 'dedicated' : 'lists';
  return subject?.what === 'proxies' ? 'dedicated' : null;
};

/** The icons of the runs that belong to no product. */
const ICONS: Readonly<Record<Exclude<RunKind, 'list' | 'lists'>, Icon>> = {
  purchases: IconShoppingCart,
  changes: IconListDetails,
  import: IconTableImport,
  refresh: IconRefresh,
  check: IconListDetails,
  whitelist: IconShieldCheck,
  handover: IconGift,
};

/** The icon in front of the title of a run: that of the product it is about, or else of the kind of work. */
export const RunMark = ({ run }: { readonly run: MarkedRun }) => {
  const product = productOfRun(run);
  if (product !== null) return <ProductMark name={product} />;
  if (run.kind === 'list' || run.kind === 'lists') return null;
  const IconOf = ICONS[run.kind];
  return <IconOf size={15} stroke={1.8} aria-hidden className={`${styles.mark} dim`} />;
};
