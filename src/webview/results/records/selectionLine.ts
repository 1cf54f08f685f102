import { type Disposable, DisposableStore } from '../../../shared/disposables';
import type { PositionRange } from '../../../shared/results';
import { element } from '../../common/dom/element';
import { Latest, pause } from '../../common/dom/latest';
import { visibleText } from '../../common/dom/visibleText';
import type { Context } from '../context/context';

const debounceMs = 100;

/** Maximum number of columns to summarize. Each column requires a pass over all records. */
const mostColumns = 20;

type Selected =
	| { readonly kind: 'records'; readonly column: number | undefined }
	| { readonly kind: 'cells'; readonly columns: readonly number[] };

interface SelectionLine extends Disposable {
	readonly root: HTMLElement;
	show(ranges: readonly PositionRange[], selected: Selected): void;
}

export function selectionLine(context: Context): SelectionLine {
	const { store, host, t, formats } = context;
	const owned = new DisposableStore();
	const asking = owned.add(new Latest());
	const root = element('div', { class: 'selection-line', role: 'status', hidden: true });
	const totals = async (positions: readonly PositionRange[], column: number, signal: AbortSignal) => {
		const known = store.state.info.columns[column];
		const { view } = store.state;
		const { filled, numbers, sum } = await host.call('totals', { view, positions, column }, { signal });
		// A sum of times or versions has no meaning.
		const isSum = sum !== undefined && (known?.kind === 'integer' || known?.kind === 'text');
		const sums = [
			...(isSum && numbers < filled ? [t('{0} numeric', formats.count(numbers))] : []),
			...(isSum ? [t('sum: {0}', formats.exact(sum))] : []),
		];
		return { name: visibleText(known?.name ?? ''), filled, sums };
	};
	const show: SelectionLine['show'] = (ranges, selected) => {
		asking.dispose();
		const rows = ranges.reduce((sum, { from, to }) => sum + to - from, 0);
		const columns = selected.kind === 'cells' ? selected.columns : [selected.column].filter((c) => c !== undefined);
		const isRange = selected.kind === 'cells' && columns.length > 1;
		const count = isRange ? rows * columns.length : rows;
		root.hidden = count < 2;
		if (count < 2) {
			root.textContent = '';
			return;
		}
		const words = isRange
			? t('{0} cells in {1} selected', formats.count(count), formats.records(rows))
			: t('{0} selected', formats.records(rows));
		root.textContent = words;
		if (columns.length === 0 || columns.length > mostColumns) {
			return;
		}
		asking.run(async (signal) => {
			await pause(debounceMs, signal);
			const all = await Promise.all(columns.map((column) => totals(ranges, column, signal)));
			const filled = t('{0} non-empty', formats.count(all.reduce((sum, each) => sum + each.filled, 0)));
			const facts = isRange
				? [filled, ...all.filter(({ sums }) => sums.length > 0).map(({ name, sums }) => `${name}: ${sums.join(', ')}`)]
				: all.map(({ name, sums }) => `${name}: ${[filled, ...sums].join(', ')}`);
			root.textContent = [words, ...facts].join(' · ');
		}, context.fail);
	};
	return { root, show, dispose: () => owned.dispose() };
}
