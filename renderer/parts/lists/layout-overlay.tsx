import { LazyScreen, lazyCode } from '../../ui/lazy-screen.tsx';
import { useOpenLayouts } from './layout-store.ts';

const dialog = lazyCode(async () => (await import('./layout-dialog.tsx')).LayoutDialog);

/** Shows the dialog for layouts. Its code is loaded when it is first opened. */
export const LayoutOverlay = () =>
  useOpenLayouts((state) => state.open) === null ? null : <LazyScreen code={dialog} />;
