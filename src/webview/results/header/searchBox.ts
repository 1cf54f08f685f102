import { DisposableOwner } from '../../../shared/disposables';
import type { View } from '../../../shared/results';
import { iconButton } from '../../common/dom/button';
import { element } from '../../common/dom/element';
import { icon } from '../../common/dom/icon';
import { Latest, pause } from '../../common/dom/latest';
import { oneStop } from '../../common/dom/oneStop';
import { textBox } from '../../common/dom/textBox';
import { visibleText } from '../../common/dom/visibleText';
import { addFilter, unsorted } from '../../common/state/viewFilters';
import type { Context } from '../context/context';

/** Delay in milliseconds before the records are searched. Searching a million records is expensive. */
const debounceMs = 200;

interface Match {
	readonly position: number;
	readonly number: number;
	readonly column: number;
}

/** Search box that finds records and selects the record with the current match. The search wraps around at the end. */
export class SearchBox extends DisposableOwner {
	readonly root: HTMLElement;
	private readonly finding = this.owned.add(new Latest());
	private readonly counting = this.owned.add(new Latest());
	private readonly input: HTMLInputElement;
	private readonly status = element('span', { class: 'search-status', role: 'status' });
	private readonly filterButton: HTMLButtonElement;
	private match: Match | undefined;
	private matches: number | undefined;
	private rank: number | undefined;

	constructor(
		private readonly context: Context,
		private readonly onMatch: (match: Match) => void,
	) {
		super();
		const { store, t } = context;
		const label = t('Search all fields');
		this.input = textBox(label, t('Search all fields…'), 'search-box');
		this.input.value = store.state.sought;
		this.input.addEventListener('input', () => this.onInput());
		this.input.addEventListener('keydown', (event) => this.onKey(event));
		this.filterButton = iconButton('filter', t('Show Only Matching Records'), () => {
			store.dispatch({ kind: 'filtersSet', filters: this.matchingView().filters });
		});
		this.filterButton.disabled = this.input.value === '';
		this.root = element(
			'div',
			{ class: 'search', role: 'search', 'aria-label': label },
			icon('search'),
			this.input,
			this.status,
			iconButton('arrowUp', t('Previous Match'), () => this.step(true)),
			iconButton('arrowDown', t('Next Match'), () => this.step(false)),
			this.filterButton,
		);
		oneStop(this.root);
		this.owned.add(
			store.subscribe((state, previous) => {
				if (state.view !== previous.view && this.input.value !== '') {
					this.reset();
				}
			}),
		);
	}

	focus(): void {
		this.input.select();
	}

	step(backwards: boolean): void {
		const { state } = this.context.store;
		if (this.input.value === '') {
			this.input.focus();
			return;
		}
		const records = state.count ?? 0;
		const here = state.selection?.position;
		const next = here === undefined ? 0 : here + (backwards ? -1 : 1);
		this.find(records === 0 ? 0 : (next + records) % records, backwards, 0);
	}

	private onInput(): void {
		const { store } = this.context;
		const text = this.input.value;
		store.dispatch({ kind: 'sought', text });
		this.reset();
		if (text !== '') {
			this.find(store.state.selection?.position ?? 0, false, debounceMs);
		}
		this.filterButton.disabled = text === '';
	}

	private onKey(event: KeyboardEvent): void {
		if (event.key === 'Enter') {
			event.preventDefault();
			this.step(event.shiftKey);
		} else if (event.key === 'Escape' && this.input.value !== '') {
			event.preventDefault();
			this.input.value = '';
			this.filterButton.disabled = true;
			this.context.store.dispatch({ kind: 'sought', text: '' });
			this.reset();
		}
	}

	private reset(): void {
		this.finding.dispose();
		this.counting.dispose();
		this.matches = undefined;
		this.match = undefined;
		this.rank = undefined;
		this.show('');
	}

	private find(from: number, backwards: boolean, waitMs: number): void {
		const { store, host, t, formats, fail } = this.context;
		this.finding.run(async (signal) => {
			await pause(waitMs, signal);
			const { view, columns: all } = store.state;
			const columns = all.filter(({ hidden }) => !hidden).map(({ column }) => column);
			const question = { view, text: this.input.value, from, backwards, columns };
			this.match = await host.call('find', question, {
				signal,
				onProgress: ({ searched, of }) => this.show(t('Searching… {0}', formats.share(searched, of))),
			});
			if (!this.match) {
				this.matches = 0;
				this.show(t('No matches'));
				return;
			}
			this.showMatch();
			this.onMatch(this.match);
			this.count();
		}, fail);
	}

	private count(): void {
		const { host, fail } = this.context;
		this.counting.run(async (signal) => {
			const view = this.matchingView();
			const question = { view: unsorted(view), start: 0, end: 0, columns: [], cellLength: 0 };
			const page = await host.call('page', question, { signal });
			this.matches = page.count;
			this.rank = undefined;
			if (this.match) {
				const position = await host.call('positionOf', { view, number: this.match.number }, { signal });
				this.rank = position === undefined ? undefined : position + 1;
			}
			this.showMatch();
		}, fail);
	}

	private matchingView(): View {
		const { view } = this.context.store.state;
		return { ...view, filters: addFilter(view.filters, { kind: 'anywhere', text: this.input.value }) };
	}

	private show(words: string): void {
		this.status.textContent = words;
	}

	private showMatch(): void {
		this.show([this.describeMatch(), this.describeHiddenColumn()].filter((words) => words !== '').join(' · '));
	}

	private describeMatch(): string {
		const { t, formats } = this.context;
		if (this.matches === undefined) {
			return this.match ? t('Match found') : '';
		}
		if (this.rank !== undefined) {
			return t('{0} of {1}', formats.count(this.rank), formats.count(this.matches));
		}
		return formats.plural(this.matches, { one: '{0} match', other: '{0} matches' });
	}

	private describeHiddenColumn(): string {
		const { store, t } = this.context;
		const { columns, info } = store.state;
		const { column } = this.match ?? {};
		const isHidden = columns.find((layout) => layout.column === column)?.hidden ?? false;
		return isHidden ? t('in hidden column {0}', visibleText(info.columns[column ?? 0]?.name ?? '')) : '';
	}
}
