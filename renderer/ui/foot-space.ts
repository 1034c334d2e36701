const heights = new Map<Element, number>();

const publish = (): void =>
  document.documentElement.style.setProperty('--desk-foot', `${Math.max(0, ...heights.values())}px`);

/**
 * The `ref` of the buttons at the lower end of a screen. Messages (toasts.tsx) appear above them, because nobody should
 * wait for a message to go before pressing a button.
 */
export const footRef = (element: HTMLElement | null): (() => void) | undefined => {
  if (element === null) return undefined;
  const measure = new ResizeObserver(() => {
    heights.set(element, element.getBoundingClientRect().height);
    publish();
  });
  measure.observe(element);
  return () => {
    measure.disconnect();
    heights.delete(element);
    publish();
  };
};
