import type { ComparisonHost, ComparisonStart, ComparisonState, ComparisonView } from '../../shared/comparisonProtocol';
import { DisposableStore } from '../../shared/disposables';
import type { Channel, Handlers } from '../../shared/rpc';
import { createAnnouncer } from '../common/dom/announcer';
import { textButton } from '../common/dom/button';
import { element, fill } from '../common/dom/element';
import { listen } from '../common/dom/listen';
import { splitter } from '../common/dom/splitter';
import { visibleText } from '../common/dom/visibleText';
import { statusLine } from '../common/parts/statusLine';
import { workProgress } from '../common/parts/workProgress';
import { keeper, keepQuietly } from '../common/state/keepQuietly';
import { Store } from '../common/state/store';
import { describeForOthers, describeGroupKey } from '../common/words/describeFilter';
import { createFormats } from '../common/words/formats';
import { createTranslate } from '../common/words/translate';
import { comparing } from './answers/comparing';
import { RowPages } from './answers/rowPages';
import type { PageContext } from './context/pageContext';
import { detailPane } from './detail/detailPane';
import { obstacles } from './head/obstacles';
import { questionLine } from './head/questionLine';
import { sidesHead } from './head/sidesHead';
import { foldList } from './list/foldList';
import { listNote } from './list/listNote';
import { firstState, type PageState, stateToKeep } from './state/pageState';

/** Below this width the pane of a group is below the list; the style sheet's query says the same. CSS pixels. */
const narrow = 700;

/** Where the page's state is kept over a reload. */
interface Keeping {
	load(): ComparisonState | undefined;
	save(state: ComparisonState): void;
}

/** Builds the page inside `root` and gives what the host may call. It lives as long as the page. */
export function createComparison(
	root: HTMLElement,
	host: Channel<ComparisonView, ComparisonHost>,
	start: ComparisonStart,
	keeping: Keeping,
): Handlers<ComparisonView> {
	const owned = new DisposableStore();
	const t = createTranslate(start.strings);
	const formats = createFormats(start.language, start.timeZone, t);
	const announcer = createAnnouncer();
	const status = owned.add(statusLine(t));
	const store = new Store<PageState, Partial<PageState>>(firstState(start, keeping.load()), (state, change) => ({
		...state,
		...change,
	}));
	const setFilters: PageContext['setFilters'] = (filters) =>
		store.dispatch({ asked: { ...store.state.asked, filters } });
	const { announce } = announcer;
	const context: PageContext = {
		store,
		host,
		start,
		t,
		formats,
		announce,
		tell: status.tell,
		fail: status.fail,
		setFilters,
	};

	const pages = owned.add(
		new RowPages(context, {
			came: () => list.refresh(),
			failed: (error) => {
				list.refresh();
				store.dispatch({ failure: error instanceof Error ? error.message : String(error) });
			},
		}),
	);
	const progress = workProgress(t('Comparing'), (percent) => t('Comparing… {0}', formats.share(percent, 100)));
	const list = owned.add(
		foldList(context, pages, {
			choose: (selected, entered) => {
				store.dispatch({ selected });
				if (entered) {
					detail.focus();
				}
			},
			leave: () => store.dispatch({ selected: undefined }),
		}),
	);
	const detail = owned.add(
		detailPane(context, pages, { reveal: (place) => list.reveal(place), leave: () => list.focus() }),
	);
	const sides = sidesHead(context);
	const limits = obstacles(context);
	const question = questionLine(context);
	const save = textButton(t('Save Report…'), () => saveReport());
	const saveReport = () => {
		save.disabled = true;
		host
			.call('saveReport', {
				asked: store.state.asked,
				filters: store.state.asked.filters.map((filter) => describeForOthers(filter, start.info.columns, t, formats)),
				keyWords: describeGroupKey(store.state.asked.key, start.info.columns, t),
			})
			.then((message) => message !== '' && status.tell(message), status.fail)
			.finally(() => {
				save.disabled = false;
			});
	};
	const note = listNote(context, () => again());
	const isNarrow = () => innerWidth < narrow;
	const border = splitter({
		label: t('Size of the group'),
		size: () => store.state.detailSize ?? (isNarrow() ? detail.root.offsetHeight : detail.root.offsetWidth),
		limits: () => ({
			least: isNarrow() ? 96 : 260,
			most: Math.max(260, (isNarrow() ? panes.clientHeight : panes.clientWidth) * 0.7),
		}),
		side: () => (isNarrow() ? 'below' : 'right'),
		onResize: (detailSize) => store.dispatch({ detailSize }),
	});
	const groups = element(
		'section',
		{ class: 'compared-groups', 'aria-label': t('Groups') },
		progress.root,
		note.root,
		list.root,
	);
	const panes = element('main', { class: 'panes' }, groups, border.root, detail.root);
	const head = element(
		'header',
		{ class: 'header' },
		element(
			'div',
			{ class: 'header-line' },
			element('h1', { class: 'header-title', title: start.title }, visibleText(start.title)),
			element('span', { class: 'spring' }),
			save,
		),
		sides.root,
		limits.root,
		question.root,
	);
	document.documentElement.lang = start.language;
	document.title = start.title;
	root.classList.add('view', 'comparison');
	fill(root, head, panes, status.root, announcer.root);

	const layOut = ({ detailSize }: PageState) => {
		border.root.hidden = detail.root.hidden;
		panes.classList.toggle('beside', !isNarrow());
		if (detailSize === undefined) {
			panes.style.removeProperty('--detail-size');
		} else {
			panes.style.setProperty('--detail-size', `${detailSize}px`);
		}
		border.update();
	};
	owned.add(
		store.subscribe((state, previous) => {
			if (state.asked !== previous.asked || state.order !== previous.order) {
				question.update();
			}
			if (state.working !== previous.working) {
				progress.show(state.working);
			}
			if (state.answer !== previous.answer) {
				sides.update(state);
				limits.update(state);
			}
			if (
				state.answer !== previous.answer ||
				state.failure !== previous.failure ||
				state.working !== previous.working
			) {
				note.update(state);
			}
			if (
				state.selected !== previous.selected ||
				state.answer !== previous.answer ||
				state.detailSize !== previous.detailSize
			) {
				layOut(state);
			}
		}),
	);
	owned.add(listen(window, 'resize', () => layOut(store.state)));
	owned.add(listen(document.body, 'keydown', (event) => movePane(event)));
	layOut(store.state);
	const { again, ...asking } = comparing(context, (share) => {
		const words = progress.reached(share);
		if (words !== undefined) {
			note.working(words);
		}
	});
	owned.add(asking);
	owned.add(
		keepQuietly(store, [
			keeper(
				stateToKeep(start.info.columns),
				(state) => {
					keeping.save(state);
					host.call('keepState', state).catch(status.fail);
				},
				store.state,
			),
		]),
	);
	owned.add(listen(window, 'pagehide', () => owned.dispose()));
	if (document.hasFocus() && document.activeElement === document.body) {
		list.focus();
	}

	/** From one part of the page to the next with F6, and back with Shift. */
	function movePane(event: KeyboardEvent): void {
		const isPopover = event.target instanceof Element && event.target.closest('[popover]') !== null;
		if (event.key !== 'F6' || event.ctrlKey || event.metaKey || event.altKey || isPopover) {
			return;
		}
		event.preventDefault();
		// The editor around the page would move on to the next part of the window.
		event.stopPropagation();
		const parts = [
			{ root: head, focus: question.focus },
			{ root: groups, focus: list.focus },
			...(detail.root.hidden ? [] : [{ root: detail.root, focus: detail.focus }]),
		];
		const here = parts.findIndex((part) => part.root.contains(document.activeElement));
		parts.at((here + (event.shiftKey ? -1 : 1)) % parts.length)?.focus();
	}

	return {
		recordsChanged: () => again(),
		command: ({ id }) => {
			switch (id) {
				case 'saveReport':
					saveReport();
					break;
				case 'focusGroups':
					list.focus();
					break;
				case 'clearFilters':
					setFilters([]);
					break;
			}
		},
	};
}
