export type { Reload } from '../../../../src/webview/results/grid/grid';
export type { GridCell, GridFilter, GridSort, PositionRange } from '../../../../src/webview/results/grid/types';
