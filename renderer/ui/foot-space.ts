type Measures = Readonly<Record<string, (box: DOMRect) => number>>;

/** A `ref` that keeps variables of the page at the largest measures in px of the elements that have it. */
const measuringRef = (measures: Measures) => {
  const boxes = new Map<Element, DOMRect>();
  const publish = (): void => {
    for (const [variable, measure] of Object.entries(measures)) {
      const largest = Math.max(0, ...[...boxes.values()].map(measure));
      document.documentElement.style.setProperty(variable, `${largest}px`);
    }
  };
  return (element: HTMLElement | null): (() => void) | undefined => {
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => {
      boxes.set(element, element.getBoundingClientRect());
      publish();
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      boxes.delete(element);
      publish();
    };
  };
};

/**
 * The `ref` of the buttons at the lower end of a screen. Messages (toasts.tsx) appear above them, because nobody should
 * wait for a message to go before pressing a button.
 */
export const footRef = measuringRef({ '--desk-foot': ({ height }) => height });

/**
 * The `ref` of a list with a pane beside it. Messages appear over the list alone, because the forms of the pane have buttons
 * anywhere.
 */
export const besidePaneRef = measuringRef({
  '--desk-list-left': ({ left }) => left,
  '--desk-list-right': ({ right }) => window.innerWidth - right,
});
