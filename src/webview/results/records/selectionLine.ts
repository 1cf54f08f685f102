import { type Disposable, DisposableStore } from '../../../shared/disposables';
import type { PositionRange } from '../../../shared/results';
import type { Context } from '../context/context';
import { element } from '../dom/element';
import { Latest, pause } from '../dom/latest';
import { visibleText } from '../dom/visibleText';

/** How long a selection must rest before its values are read, in milliseconds. */
const rest = 100;

interface SelectionLine extends Disposable {
	readonly root: HTMLElement;
	/** @param column of which the values are told; undefined for none */
	show(ranges: readonly PositionRange[], column: number | undefined): void;
}

/** Under the records: how many are selected, and what their values in one column come to. */
export function selectionLine(context: Context): SelectionLine {
	const { store, host, t, formats } = context;
	const owned = new DisposableStore();
	const asking = owned.add(new Latest());
	const root = element('div', { class: 'selection-line', role: 'status', hidden: true });
	const show: SelectionLine['show'] = (ranges, column) => {
		asking.dispose();
		const rows = ranges.reduce((sum, { from, to }) => sum + to - from, 0);
		root.hidden = rows < 2;
		if (rows < 2) {
			root.textContent = '';
			return;
		}
		const selected = t('{0} selected', formats.records(rows));
		root.textContent = selected;
		const known = column === undefined ? undefined : store.state.info.columns[column];
		if (column === undefined || known === undefined) {
			return;
		}
		asking.run(async (signal) => {
			await pause(rest, signal);
			const { view } = store.state;
			const { filled, numbers, sum } = await host.call('totals', { view, positions: ranges, column }, { signal });
			// Times and versions are numbers that nobody adds up.
			const isSum = sum !== undefined && (known.kind === 'integer' || known.kind === 'text');
			const facts = [
				t('{0} with a value', formats.count(filled)),
				...(isSum && numbers < filled ? [t('{0} numbers', formats.count(numbers))] : []),
				...(isSum ? [t('sum {0}', formats.exact(sum))] : []),
			];
			root.textContent = `${selected} · ${visibleText(known.name)}: ${facts.join(', ')}`;
		}, context.fail);
	};
	return { root, show, dispose: () => owned.dispose() };
}
