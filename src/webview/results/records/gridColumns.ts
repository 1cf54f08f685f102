import type { Column } from '../../../shared/results';
import { visibleText } from '../../common/dom/visibleText';
import type { Context } from '../context/context';
import type { ColumnState, GridColumn } from '../grid/model/types';
import type { SavedLayout, State } from '../state/viewState';

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
			filterHint: known ? hintOf(known.kind, t) : '',
			align: known?.kind === 'integer' ? 'end' : 'start',
		};
	});
}

function hintOf(kind: Column['kind'], t: Context['t']): string {
	switch (kind) {
		case 'text':
			return t('Filter… (contains)');
		case 'integer':
			return t('Filter… (>5, 3..9)');
		case 'version':
			return t('Filter… (>=2.3)');
		case 'time':
			return t('Filter… (>=2026-11-19)');
	}
}

export function toLayout({ id, ...layout }: ColumnState): SavedLayout {
	return { column: id, ...layout };
}
