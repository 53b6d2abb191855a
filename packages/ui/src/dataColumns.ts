/** What a `DataTable` is given: columns, rows, and what a row opens to. */
import type { ReactNode } from "react";

export interface Column<Row> {
  key: string;
  head: string;
  /** null: a dash in the table, left out of the card. */
  cell: (row: Row) => ReactNode;
  /** Figures are aligned to the end of their column. */
  numeric?: boolean;
  /** Names the row: its heading in the table, the first words of its card. One column has it. */
  main?: boolean;
  /** The most important figure: large at the head of the card. */
  lead?: boolean;
  /** Holds sentences: as wide as two to three others, in tables whose columns are otherwise equal. */
  wide?: boolean;
  /** What it adds to the second line of a row of two lines; null: nothing. */
  line?: (row: Row) => ReactNode;
}

export interface RowDetails<Row> {
  /** The words on the button that opens the row. */
  label: (row: Row) => string;
  /** Heads the column of these buttons. */
  head: string;
  /** null: this row does not open. */
  content: (row: Row) => ReactNode;
}

export interface DataTableProps<Row> {
  /** What the rows are, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Smallest width of the table, rem; below it, cards. */
  tableFrom: number;
  details?: RowDetails<Row>;
  /** Within another row: flatter. */
  nested?: boolean;
  /** Below `tableFrom`: rows of two lines instead of cards. The name of the button that opens one to all its figures. */
  rowLabel?: (row: Row) => string;
}

/** The same, with which rows are open. */
export interface LayoutProps<Row> extends DataTableProps<Row> {
  open: ReadonlySet<string>;
  onToggle: (key: string) => void;
  id: string;
}
