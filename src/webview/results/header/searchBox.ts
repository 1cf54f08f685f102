import { type Disposable, DisposableStore } from '../../../shared/disposables';
import { iconButton } from '../../common/dom/button';
import { element } from '../../common/dom/element';
import { icon } from '../../common/dom/icon';
import { Latest, pause } from '../../common/dom/latest';
import { oneStop } from '../../common/dom/oneStop';
import { textBox } from '../../common/dom/textBox';
import { visibleText } from '../../common/dom/visibleText';
import { addFilter, unsorted } from '../../common/state/viewFilters';
import type { Context } from '../context/context';
import type { State } from '../state/viewState';

/** Delay before the records are searched. Searching a million records is expensive. */
const debounceMs = 200;

export interface SearchBox extends Disposable {
	readonly root: HTMLElement;
	focus(): void;
	step(backwards: boolean): void;
}

/** Searches all records, wrapping around. The record with the current match becomes the selected record. */
export function searchBox(context: Context, onHit: (hit: { position: number; column: number }) => void): SearchBox {
	const { store, host, t, formats } = context;
	const owned = new DisposableStore();
	const finding = owned.add(new Latest());
	const counting = owned.add(new Latest());
	const label = t('Search all fields');
	const input = textBox(label, t('Search all fields…'), 'search-box');
	input.value = store.state.sought;
	const status = element('span', { class: 'search-status', role: 'status' });
	let hits: number | undefined;
	let hit: { position: number; number: number; column: number } | undefined;
	let rank: number | undefined;

	const show = (words: string) => {
		status.textContent = words;
	};
	const hitWords = () => {
		if (hits === undefined) {
			return hit ? t('Match found') : '';
		}
		if (rank !== undefined) {
			return t('{0} of {1}', formats.count(rank), formats.count(hits));
		}
		return formats.plural(hits, { one: '{0} match', other: '{0} matches' });
	};
	const hiddenWords = () => {
		const { columns, info } = store.state;
		const hidden = columns.find(({ column }) => column === hit?.column)?.hidden ?? false;
		return hidden ? t('in hidden column {0}', visibleText(info.columns[hit?.column ?? 0]?.name ?? '')) : '';
	};
	const showHits = () => show([hitWords(), hiddenWords()].filter((words) => words !== '').join(' · '));
	const narrowed = (state: State) => ({
		...state.view,
		filters: addFilter(state.view.filters, { kind: 'anywhere', text: input.value }),
	});

	const count = () =>
		counting.run(async (signal) => {
			const view = narrowed(store.state);
			const page = await host.call(
				'page',
				{ view: unsorted(view), start: 0, end: 0, columns: [], cellLength: 0 },
				{ signal },
			);
			hits = page.count;
			rank = undefined;
			if (hit) {
				const position = await host.call('positionOf', { view, number: hit.number }, { signal });
				rank = position === undefined ? undefined : position + 1;
			}
			showHits();
		}, context.fail);

	const find = (from: number, backwards: boolean, wait: number) =>
		finding.run(async (signal) => {
			await pause(wait, signal);
			const text = input.value;
			const { view, columns: all } = store.state;
			const columns = all.filter(({ hidden }) => !hidden).map(({ column }) => column);
			const found = await host.call(
				'find',
				{ view, text, from, backwards, columns },
				{
					signal,
					onProgress: ({ searched, of }) => show(t('Searching… {0}', formats.share(searched, of))),
				},
			);
			hit = found;
			if (!found) {
				hits = 0;
				show(t('No matches'));
				return;
			}
			showHits();
			onHit(found);
			count();
		}, context.fail);

	const reset = () => {
		finding.dispose();
		counting.dispose();
		hits = undefined;
		hit = undefined;
		rank = undefined;
		show('');
	};
	const step = (backwards: boolean) => {
		if (input.value === '') {
			input.focus();
			return;
		}
		const records = store.state.count ?? 0;
		const here = store.state.selection?.position;
		const next = here === undefined ? 0 : here + (backwards ? -1 : 1);
		find(records === 0 ? 0 : (next + records) % records, backwards, 0);
	};

	input.addEventListener('input', () => {
		store.dispatch({ kind: 'sought', text: input.value });
		reset();
		if (input.value !== '') {
			find(store.state.selection?.position ?? 0, false, debounceMs);
		}
		filterButton.disabled = input.value === '';
	});
	input.addEventListener('keydown', (event) => {
		if (event.key === 'Enter') {
			event.preventDefault();
			step(event.shiftKey);
		} else if (event.key === 'Escape' && input.value !== '') {
			event.preventDefault();
			input.value = '';
			filterButton.disabled = true;
			store.dispatch({ kind: 'sought', text: '' });
			reset();
		}
	});
	const filterButton = iconButton('filter', t('Show Only Matching Records'), () => {
		store.dispatch({ kind: 'filtersSet', filters: narrowed(store.state).filters });
	});
	filterButton.disabled = input.value === '';
	owned.add(
		store.subscribe((state, previous) => {
			if (state.view !== previous.view && input.value !== '') {
				reset();
			}
		}),
	);
	const root = element(
		'div',
		{ class: 'search', role: 'search', 'aria-label': label },
		icon('search'),
		input,
		status,
		iconButton('arrowUp', t('Previous Match'), () => step(true)),
		iconButton('arrowDown', t('Next Match'), () => step(false)),
		filterButton,
	);
	oneStop(root);
	return { root, step, focus: () => input.select(), dispose: () => owned.dispose() };
}
