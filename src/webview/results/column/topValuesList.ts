import { type Disposable, DisposableStore } from '../../../shared/disposables';
import type { TopValues } from '../../../shared/results';
import { valueName, valueParts } from '../../common/components/valueParts';
import { element, fill, setAttribute } from '../../common/dom/element';
import { Latest, pause } from '../../common/dom/latest';
import { textBox } from '../../common/dom/textBox';
import { VirtualList } from '../../common/dom/virtualList';
import { toggleValue, unsorted, valuesChosen, withFilters, withoutValues } from '../../common/state/viewFilters';
import type { Context } from '../context/context';

/** Maximum number of values in the list. Other values can be found with the search box. */
const limit = 500;

/** Lists a column's most frequent values. Selecting a value filters by it, and Alt+click excludes it. */
export function topValues(context: Context, column: number): Disposable & { root: HTMLElement; focus(): void } {
	const { store, host, t, formats } = context;
	const owned = new DisposableStore();
	const asking = owned.add(new Latest());
	let answer: TopValues | undefined;

	const input = textBox(t('Filter values'), t('Filter values…'));
	const facts = element('p', { class: 'dim panel-facts', role: 'status' });
	const list = owned.add(
		new VirtualList({
			label: t('Values'),
			itemHeight: 22,
			draw: (item, index) => draw(item, index),
			onRange: () => {},
			onChoose: (index, event) => choose(index, event.altKey),
			onMenu: (index) => choose(index, true),
		}),
	);
	const draw = (item: HTMLElement, index: number) => {
		const entry = answer?.values[index];
		if (!entry || !answer) {
			return;
		}
		const { filters } = store.state.view;
		const wanted = valuesChosen(filters, column, false).includes(entry.value);
		const unwanted = valuesChosen(filters, column, true).includes(entry.value);
		item.classList.add('value');
		item.classList.toggle('unwanted', unwanted);
		setAttribute(item, 'aria-selected', String(wanted));
		item.title = valueName(entry.value, t);
		const note = unwanted && element('span', { class: 'screen-reader' }, t('excluded'));
		fill(item, ...valueParts(entry, answer.records, context, note));
	};
	const choose = (index: number, not: boolean) => {
		const entry = answer?.values[index];
		if (entry) {
			const { filters } = store.state.view;
			const excluded = valuesChosen(filters, column, true).includes(entry.value);
			// If the value is excluded, clicking it without Alt includes it again.
			store.dispatch({ kind: 'filtersSet', filters: toggleValue(filters, column, entry.value, not || excluded) });
			list.refresh();
		}
	};
	const ask = (wait: number) =>
		asking.run(async (signal) => {
			await pause(wait, signal);
			const view = withFilters(unsorted(store.state.view), withoutValues(store.state.view.filters, column));
			const containing = input.value === '' ? {} : { containing: input.value };
			answer = await host.call('topValues', { view, column, limit, ...containing }, { signal });
			list.reset(answer.values.length, true);
			facts.textContent = [
				answer.distinct === undefined
					? t('too many distinct values to count')
					: formats.plural(answer.distinct, { one: '{0} distinct value', other: '{0} distinct values' }),
				t('{0} empty', formats.count(answer.empty)),
				t('in {0}', formats.records(answer.records)),
				...(answer.approximate ? [t('≈ estimated, because exact counts would exceed a limit of the database')] : []),
			].join(' · ');
		}, context.fail);
	input.addEventListener('input', () => ask(150));
	ask(0);
	const root = element(
		'div',
		{ class: 'top-values' },
		facts,
		input,
		list.root,
		element('p', { class: 'dim panel-hint' }, t('Click to filter, Alt+click to exclude')),
	);
	return { root, focus: () => input.focus(), dispose: () => owned.dispose() };
}
