const PADDING = 22;
/** The mark of the sort beside a header's words. */
const SORT_MARK = 16;
/** One name of 200 characters must not push every other column out of sight. */
const MAX_WIDTH = 480;

/** `scrollWidth` never tells less than the box has; a range measures the content alone, cut off or not. */
const textWidth = (element: Element): number => {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect().width;
};

/** The width in px that a column needs for its header and for the rows that are drawn now, at most 480. */
export const contentWidth = (head: HTMLTableCellElement): number => {
  const words = head.querySelector('[data-head] > span') ?? head;
  const cells = [...(head.closest('table')?.querySelectorAll('tbody > tr') ?? [])].flatMap(
    (row) => row.children[head.cellIndex] ?? [],
  );
  return Math.min(MAX_WIDTH, Math.ceil(Math.max(textWidth(words) + SORT_MARK, ...cells.map(textWidth)) + PADDING));
};
