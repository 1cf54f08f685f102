import type { Context } from '../context';
import type { GridCell } from '../grid/types';

/** The value as it stands in the file: the grid holds only as much of it as fits a cell. */
export async function wholeValue({ host }: Context, { row }: GridCell, column: number): Promise<string> {
	const record = await host.call('record', { number: row.number });
	return record.values[column] ?? '';
}

export function copyCell(context: Context, cell: GridCell): void {
	const { host, t, formats } = context;
	const { column, row } = cell;
	const text =
		column === undefined ? Promise.resolve(formats.count(row.number + 1)) : wholeValue(context, cell, column);
	text.then((value) => host.call('copyText', { text: value })).then(() => context.tell(t('Copied')), context.fail);
}
