import { zip } from './zip.ts';

/** A cell as XML. `A1` and so on are left out, as the format allows. */
type Cell = string | number | { readonly xml: string };

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const cellXml = (cell: Cell): string => {
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`;
  return typeof cell === 'string' ? `<c t="inlineStr"><is><t>${escaped(cell)}</t></is></c>` : cell.xml;
};

interface WorkbookParts {
  readonly sheets: readonly {
    readonly name: string;
    readonly rows?: readonly (readonly Cell[])[];
    /** The rows as XML, instead of `rows`. */
    readonly xml?: string;
    readonly state?: string;
  }[];
  readonly shared?: readonly string[];
  readonly styles?: string;
  readonly isFrom1904?: boolean;
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Returns the parts of a workbook by their names. */
export const workbookParts = ({ sheets, shared = [], styles, isFrom1904 }: WorkbookParts): Record<string, string> => {
  const relations = [
    ...sheets.map((_, index) => ['worksheet', `worksheets/sheet${index + 1}.xml`, `rId${index + 1}`]),
    ['sharedStrings', 'sharedStrings.xml', 'rIdTexts'],
    ['styles', 'styles.xml', 'rIdStyles'],
  ].map(([type, target, id]) => `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`);
  const named = sheets.map(
    ({ name, state }, index) =>
      `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"${state === undefined ? '' : ` state="${state}"`}/>`,
  );
  const rowsOf = ({ rows = [], xml }: (typeof sheets)[number]): string =>
    xml ?? rows.map((row) => `<row>${row.map(cellXml).join('')}</row>`).join('');
  return {
    '_rels/.rels': `<Relationships><Relationship Id="r" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<?xml version="1.0"?><workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><workbookPr date1904="${isFrom1904 === true ? 1 : 0}"/><sheets>${named.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relations.join('')}</Relationships>`,
    'xl/sharedStrings.xml': `<sst xmlns="${MAIN}">${shared.map((text) => `<si>${text}</si>`).join('')}</sst>`,
    'xl/styles.xml': styles ?? `<styleSheet xmlns="${MAIN}"/>`,
    ...Object.fromEntries(
      sheets.map((sheet, index) => [
        `xl/worksheets/sheet${index + 1}.xml`,
        `<worksheet xmlns="${MAIN}"><sheetData>${rowsOf(sheet)}</sheetData></worksheet>`,
      ]),
    ),
  };
};

/** Returns an Excel workbook. */
export const workbook = (parts: WorkbookParts): Buffer => zip(workbookParts(parts));
