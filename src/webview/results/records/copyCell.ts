import type { Context } from '../context/context';
import type { GridCell } from '../grid/model/types';
import { copyWhole } from '../record/cutValue';

export function copyCell(context: Context, { column, row, text }: GridCell): void {
	const { host, t, formats, showStatus, fail } = context;
	if (column === undefined) {
		host.call('copyText', { text: formats.count(Number(text)) }).then(() => showStatus(t('Copied')), fail);
	} else {
		host.call('record', { number: row.number }).then((record) => copyWhole(record, column, t('Copied'), context), fail);
	}
}
