import type { Context } from '../context/context';
import { visibleText } from '../dom/visibleText';
import type { ColumnState, GridColumn } from '../grid/model/types';
import type { KeptLayout, State } from '../state/viewState';

export function gridColumns({ columns, info }: State, { t }: Context): readonly GridColumn[] {
	return columns.map(({ column, ...layout }) => {
		const known = info.columns[column];
		return {
			id: column,
			...layout,
			title: visibleText(known?.name ?? ''),
			description: [known?.meaning ?? '', known?.personal ? t('Personal data') : '']
				.filter((part) => part !== '')
				.join(' · '),
			align: known?.kind === 'integer' ? 'end' : 'start',
		};
	});
}

export function toLayout({ id, ...layout }: ColumnState): KeptLayout {
	return { column: id, ...layout };
}
