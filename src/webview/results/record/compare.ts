import type { RecordDetail } from '../../../shared/results';
import { linkButton } from '../../common/dom/button';
import { element, fill } from '../../common/dom/element';
import { visibleText } from '../../common/dom/visibleText';
import type { Context } from '../context/context';
import { cutNote, surelyEqual } from './cutValue';
import { fieldValue } from './fieldTable';
import { type FieldsTyped, someFields } from './someFields';

export function compareTable(
	one: RecordDetail,
	other: RecordDetail,
	columns: readonly number[],
	onlyDiffering: boolean,
	typed: FieldsTyped,
	context: Context,
): HTMLElement {
	const { store, t, formats } = context;
	const differs = (column: number) => !surelyEqual(one, other, column);
	const shown = onlyDiffering ? columns.filter(differs) : columns;
	const heading = ({ number }: RecordDetail) => {
		const name = formats.count(number + 1);
		const words = store.state.info.naturalOrder ? t('Record {0}', name) : t('Record {0} of the file', name);
		return element('th', { scope: 'col' }, words);
	};
	if (shown.length === 0) {
		return element('p', { class: 'pane-empty dim' }, t('All fields are identical.'));
	}
	const table = (some: readonly number[]) =>
		element(
			'table',
			{ class: 'fields compare', 'aria-label': t('Comparison of two records') },
			element(
				'thead',
				{},
				element('tr', {}, element('th', { scope: 'col' }, t('Field')), heading(one), heading(other)),
			),
			element(
				'tbody',
				{},
				...some.map((column) => {
					const known = store.state.info.columns[column];
					return element(
						'tr',
						{ class: differs(column) ? 'differs' : undefined },
						element('th', { scope: 'row' }, visibleText(known?.name ?? '')),
						element('td', {}, fieldValue(one.values[column] ?? '', known, context), cutNote(one, column, context)),
						element('td', {}, fieldValue(other.values[column] ?? '', known, context), cutNote(other, column, context)),
					);
				}),
			),
		);
	return someFields(shown, typed, context, table);
}

export class CompareBar {
	readonly root = element('div', { class: 'compare-bar', hidden: true });
	private readonly onlyDiffering = element('input', { type: 'checkbox' });

	constructor(
		private readonly context: Context,
		onChange: () => void,
	) {
		this.onlyDiffering.addEventListener('change', onChange);
	}

	get showsOnlyDiffering(): boolean {
		return this.onlyDiffering.checked;
	}

	/** Updates the comparison bar. `waiting` means that the user has not selected the other record yet. */
	draw(state: 'hidden' | 'waiting' | 'comparing'): void {
		const { store, t } = this.context;
		this.root.hidden = state === 'hidden';
		if (state !== 'hidden') {
			fill(
				this.root,
				state === 'waiting'
					? element('span', {}, t('Select a record to compare with.'))
					: element('label', { class: 'form-check' }, this.onlyDiffering, t('Show only fields that differ')),
				linkButton(t('Stop Comparing'), () => store.dispatch({ kind: 'comparedWith', number: undefined })),
			);
		}
	}
}
