import { DisposableStore } from '../../shared/disposables';
import type {
	ComparisonHost,
	ComparisonStart,
	ComparisonState,
	ComparisonView,
	SelectedGroup,
} from '../../shared/protocols/comparisonProtocol';
import type { Channel, Handlers } from '../../shared/rpc';
import { statusLine } from '../common/components/statusLine';
import { workProgress } from '../common/components/workProgress';
import { createAnnouncer } from '../common/dom/announcer';
import { textButton } from '../common/dom/button';
import { element, fill } from '../common/dom/element';
import { listen } from '../common/dom/listen';
import { splitter } from '../common/dom/splitter';
import { visibleText } from '../common/dom/visibleText';
import { describeForOthers, describeGroupKey } from '../common/format/describeFilter';
import { createFormats } from '../common/format/formats';
import { createTranslate } from '../common/format/translate';
import { saveQuietly, saver } from '../common/state/saveQuietly';
import { Store } from '../common/state/store';
import type { PageContext } from './context/pageContext';
import { type Comparing, comparing } from './data/comparing';
import { RowPages } from './data/rowPages';
import { DetailPane } from './detail/detailPane';
import { caveats } from './head/caveats';
import { QuestionLine } from './head/questionLine';
import { sidesHead } from './head/sidesHead';
import { FoldList } from './list/foldList';
import { listNote } from './list/listNote';
import { firstState, type PageState, soughtState, stateToSave } from './state/pageState';

/** Width in CSS pixels below which the details are placed under the list instead of next to it. */
const narrow = 700;

interface StateSaver {
	load(): ComparisonState | undefined;
	save(state: ComparisonState): void;
}

/** Builds the page in `root` and returns the methods that the host can call. The page is never disposed of. */
export function createComparison(
	root: HTMLElement,
	host: Channel<ComparisonView, ComparisonHost>,
	start: ComparisonStart,
	stateSaver: StateSaver,
): Handlers<ComparisonView> {
	const page = new Comparison(host, start, stateSaver);
	page.show(root);
	return page.handlers();
}

class Comparison {
	private readonly owned = new DisposableStore();
	private readonly announcer = createAnnouncer();
	private readonly status: ReturnType<typeof statusLine>;
	private readonly store: PageContext['store'];
	private readonly context: PageContext;
	private readonly progress: ReturnType<typeof workProgress>;
	private readonly pages: RowPages;
	private readonly list: FoldList;
	private readonly detail: DetailPane;
	private readonly border: ReturnType<typeof splitter>;
	private readonly sides: ReturnType<typeof sidesHead>;
	private readonly limits: ReturnType<typeof caveats>;
	private readonly question: QuestionLine;
	private readonly note: ReturnType<typeof listNote>;
	private readonly save: HTMLButtonElement;
	private readonly head: HTMLElement;
	private readonly groups: HTMLElement;
	private readonly panes: HTMLElement;
	private readonly asking: Comparing;

	constructor(
		private readonly host: Channel<ComparisonView, ComparisonHost>,
		private readonly start: ComparisonStart,
		private readonly stateSaver: StateSaver,
	) {
		const t = createTranslate(start.strings);
		const formats = createFormats(start.language, start.timeZone, t, start.strings);
		this.status = this.owned.add(statusLine(t));
		this.store = new Store(firstState(start, stateSaver.load()), (state, change) => ({ ...state, ...change }));
		this.context = this.createContext(t, formats);
		const { context } = this;
		this.progress = workProgress(t('Comparing'), (percent) => t('Comparing… {0}', formats.share(percent, 100)));
		this.pages = this.owned.add(
			new RowPages(context, { came: () => this.list.refresh(), failed: (error) => this.rowsFailed(error) }),
		);
		this.list = this.owned.add(
			new FoldList(context, this.pages, {
				choose: (selected, entered) => this.choose(selected, entered),
				leave: () => this.store.dispatch({ selected: undefined }),
			}),
		);
		this.detail = this.owned.add(
			new DetailPane(context, this.pages, {
				reveal: (place) => this.list.reveal(place),
				leave: () => this.list.focus(),
				onToggle: () => this.layOut(),
			}),
		);
		this.border = this.createBorder();
		this.sides = sidesHead(context);
		this.limits = caveats(context);
		this.question = new QuestionLine(context);
		this.note = listNote(context, () => this.asking.again());
		this.save = textButton(t('Save Report…'), () => this.saveReport());
		this.head = this.createHead();
		this.groups = element(
			'section',
			{ class: 'compared-groups', 'aria-label': t('Groups') },
			this.progress.root,
			this.note.root,
			this.list.root,
			this.list.empty,
		);
		this.panes = element('main', { class: 'panes' }, this.groups, this.border.root, this.detail.root);
		this.owned.add(this.store.subscribe((state, previous) => this.update(state, previous)));
		this.asking = this.owned.add(comparing(context, (share) => this.showProgress(share)));
	}

	show(root: HTMLElement): void {
		const { owned, start, list } = this;
		document.documentElement.lang = start.language;
		document.title = start.title;
		root.classList.add('view', 'comparison');
		fill(root, this.head, this.panes, this.status.root, this.announcer.root);
		owned.add(listen(window, 'resize', () => this.layOut()));
		owned.add(listen(document.body, 'keydown', (event) => this.movePane(event)));
		this.layOut();
		this.saveState();
		owned.add(listen(window, 'pagehide', () => owned.dispose()));
		if (document.hasFocus() && document.activeElement === document.body) {
			list.focus();
		}
	}

	handlers(): Handlers<ComparisonView> {
		return {
			recordsChanged: () => this.asking.again(),
			showGroup: (sought) => this.store.dispatch(soughtState(this.start, this.store.state.asked, sought)),
			tracesChanged: () => this.detail.tracesChanged(),
			command: ({ id }) => {
				switch (id) {
					case 'saveReport':
						this.saveReport();
						break;
					case 'focusGroups':
						this.list.focus();
						break;
					case 'clearFilters':
						this.context.setFilters([]);
						break;
				}
			},
		};
	}

	private createContext(t: PageContext['t'], formats: PageContext['formats']): PageContext {
		const { store, host, start, status } = this;
		return {
			store,
			host,
			start,
			t,
			formats,
			announce: this.announcer.announce,
			showStatus: status.showStatus,
			fail: status.fail,
			setFilters: (filters) => store.dispatch({ asked: { ...store.state.asked, filters } }),
		};
	}

	private createBorder(): ReturnType<typeof splitter> {
		const { store, detail, context } = this;
		const length = ({ offsetHeight, offsetWidth }: HTMLElement) => (isNarrow() ? offsetHeight : offsetWidth);
		return splitter({
			label: context.t('Resize group details'),
			size: () => store.state.detailSize ?? length(detail.root),
			limits: () => ({ least: isNarrow() ? 96 : 260, most: Math.max(260, length(this.panes) * 0.7) }),
			side: () => (isNarrow() ? 'below' : 'right'),
			onResize: (detailSize) => store.dispatch({ detailSize }),
		});
	}

	private createHead(): HTMLElement {
		const { start, save, sides, limits, question } = this;
		const title = element('h1', { class: 'header-title', title: start.title }, visibleText(start.title));
		return element(
			'header',
			{ class: 'header' },
			element('div', { class: 'header-line' }, title, element('span', { class: 'spring' }), save),
			sides.root,
			limits.root,
			question.root,
		);
	}

	private choose(selected: SelectedGroup, entered: boolean): void {
		this.store.dispatch({ selected });
		if (entered) {
			this.detail.focus();
		}
	}

	private rowsFailed(error: unknown): void {
		this.list.refresh();
		this.store.dispatch({ failure: error instanceof Error ? error.message : String(error) });
	}

	private showProgress(share: number): void {
		const words = this.progress.reached(share);
		if (words !== undefined) {
			this.note.working(words);
		}
	}

	private saveReport(): void {
		const { host, store, start, save, status } = this;
		const { t, formats } = this.context;
		const { asked } = store.state;
		save.disabled = true;
		host
			.call('saveReport', {
				asked,
				filters: asked.filters.map((filter) => describeForOthers(filter, start.info.columns, t, formats)),
				keyWords: describeGroupKey(asked.key, start.info.columns, t),
			})
			.then((message) => message !== '' && status.showStatus(message), status.fail)
			.finally(() => {
				save.disabled = false;
			});
	}

	private saveState(): void {
		const { owned, store, host, stateSaver, start, status } = this;
		const save = saver(
			stateToSave(start.info.columns),
			(state) => {
				stateSaver.save(state);
				host.call('saveState', state).catch(status.fail);
			},
			store.state,
		);
		const saving = owned.add(saveQuietly(store, [save]));
		// The selection is saved immediately, because opening a group's records in another tab discards this page.
		owned.add(store.subscribe((state, previous) => state.selected !== previous.selected && saving.flush()));
	}

	private update(state: PageState, previous: PageState): void {
		const changed = (...fields: readonly (keyof PageState)[]) =>
			fields.some((field) => state[field] !== previous[field]);
		if (changed('asked', 'order')) {
			this.question.update();
		}
		if (changed('working')) {
			this.progress.show(state.working);
		}
		if (changed('answer')) {
			this.sides.update(state);
			this.limits.update(state);
		}
		if (changed('answer', 'failure', 'working')) {
			this.note.update(state);
		}
		if (changed('selected', 'answer', 'detailSize')) {
			this.layOut();
		}
	}

	private layOut(): void {
		const { border, detail, panes, store } = this;
		const { detailSize } = store.state;
		border.root.hidden = detail.root.hidden;
		panes.classList.toggle('beside', !isNarrow());
		if (detailSize === undefined) {
			panes.style.removeProperty('--detail-size');
		} else {
			panes.style.setProperty('--detail-size', `${detailSize}px`);
		}
		border.update();
	}

	private movePane(event: KeyboardEvent): void {
		const isPopover = event.target instanceof Element && event.target.closest('[popover]') !== null;
		if (event.key !== 'F6' || event.ctrlKey || event.metaKey || event.altKey || isPopover) {
			return;
		}
		event.preventDefault();
		// Prevents the workbench from moving the focus out of the editor.
		event.stopPropagation();
		const { head, groups, detail, question, list } = this;
		const parts = [
			{ root: head, focus: () => question.focus() },
			{ root: groups, focus: () => list.focus() },
			...(detail.root.hidden ? [] : [{ root: detail.root, focus: () => detail.focus() }]),
		];
		const here = parts.findIndex((part) => part.root.contains(document.activeElement));
		parts.at((here + (event.shiftKey ? -1 : 1)) % parts.length)?.focus();
	}
}

function isNarrow(): boolean {
	return innerWidth < narrow;
}
