import type { ComparisonHost, ComparisonStart, ComparisonState, ComparisonView } from '../../shared/comparisonProtocol';
import { DisposableStore } from '../../shared/disposables';
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
import { comparing } from './data/comparing';
import { RowPages } from './data/rowPages';
import { DetailPane } from './detail/detailPane';
import { caveats } from './head/caveats';
import { questionLine } from './head/questionLine';
import { sidesHead } from './head/sidesHead';
import { FoldList } from './list/foldList';
import { listNote } from './list/listNote';
import { firstState, type PageState, stateToSave } from './state/pageState';

/**
 * In a view narrower than this, in CSS pixels, the details are below the list. The style sheet contains the same width.
 */
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
	const owned = new DisposableStore();
	const t = createTranslate(start.strings);
	const formats = createFormats(start.language, start.timeZone, t, start.strings);
	const announcer = createAnnouncer();
	const status = owned.add(statusLine(t));
	const store = new Store<PageState, Partial<PageState>>(firstState(start, stateSaver.load()), (state, change) => ({
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
		new FoldList(context, pages, {
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
		new DetailPane(context, pages, {
			reveal: (place) => list.reveal(place),
			leave: () => list.focus(),
			onToggle: () => layOut(store.state),
		}),
	);
	const sides = sidesHead(context);
	const limits = caveats(context);
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
		label: t('Resize group details'),
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
	const saving = owned.add(
		saveQuietly(store, [
			saver(
				stateToSave(start.info.columns),
				(state) => {
					stateSaver.save(state);
					host.call('saveState', state).catch(status.fail);
				},
				store.state,
			),
		]),
	);
	// Save a selection immediately, because the user can open its records in another tab, which discards this page.
	owned.add(store.subscribe((state, previous) => state.selected !== previous.selected && saving.flush()));
	owned.add(listen(window, 'pagehide', () => owned.dispose()));
	if (document.hasFocus() && document.activeElement === document.body) {
		list.focus();
	}

	function movePane(event: KeyboardEvent): void {
		const isPopover = event.target instanceof Element && event.target.closest('[popover]') !== null;
		if (event.key !== 'F6' || event.ctrlKey || event.metaKey || event.altKey || isPopover) {
			return;
		}
		event.preventDefault();
		// Prevents the workbench from moving the focus out of the editor.
		event.stopPropagation();
		const parts = [
			{ root: head, focus: question.focus },
			{ root: groups, focus: () => list.focus() },
			...(detail.root.hidden ? [] : [{ root: detail.root, focus: () => detail.focus() }]),
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
