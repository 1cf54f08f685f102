import type { Disposable } from '../../../shared/disposables';
import type { Notice } from '../../../shared/protocols/notice';
import type { ResultsStart } from '../../../shared/protocols/resultsProtocol';
import { noticeItem } from '../../common/components/noticeItem';
import { iconButton } from '../../common/dom/button';
import { element, fill, setAttribute } from '../../common/dom/element';
import { icon } from '../../common/dom/icon';
import { oneStop } from '../../common/dom/oneStop';
import { visibleText } from '../../common/dom/visibleText';
import type { Context } from '../context/context';
import { isTriage } from '../state/triage';
import type { ReadingState, State } from '../state/viewState';

interface ReadingProgress extends Disposable {
	readonly bar: HTMLElement;
	readonly words: HTMLElement;
	readonly failure: HTMLElement;
}

interface FoldedNotices {
	readonly root: HTMLElement;
	show(notices: readonly Notice[]): void;
	fold(folds: boolean): void;
}

interface HeaderParts {
	readonly days: HTMLElement;
	readonly tools: HTMLElement;
	readonly search: HTMLElement;
}

interface HeaderPane extends Disposable {
	readonly root: HTMLElement;
	setNotices(known: Pick<ResultsStart, 'notices' | 'asOf'>): void;
}

export function header(context: Context, start: ResultsStart, { days, tools, search }: HeaderParts): HeaderPane {
	const { store, t, formats } = context;
	const count = element('span', { class: 'header-count' });
	const progress = readingProgress(context);
	const notices = foldedNotices(context);
	const asOf = element('span');
	let shown: readonly Notice[] = [];
	const setNotices: HeaderPane['setNotices'] = ({ notices: known, asOf: words }) => {
		shown = known;
		asOf.hidden = words === undefined;
		asOf.textContent = words ?? '';
		notices.show(shown);
	};
	setNotices(start);
	const line = element(
		'div',
		{ class: 'header-line' },
		element('h1', { class: 'header-title', title: start.title }, visibleText(start.title)),
		days,
		element('span', { class: 'header-facts' }, count, asOf, progress.words),
		tools,
	);
	const root = element('header', { class: 'header' }, progress.bar, line, notices.root, progress.failure, search);
	/** Places the search box. In the triage layout, it is on the same line as the title. */
	const placeSearch = (state: State) => {
		notices.fold(isTriage(state));
		if (isTriage(state)) {
			tools.before(search);
		} else {
			root.append(search);
		}
	};
	placeSearch(store.state);
	const update = (state: State) => {
		count.textContent = countWords(state, context);
		count.title = [
			...(state.info.naturalOrder === undefined
				? [
						t('File size: {0}', formats.bytes(state.info.bytes)),
						(state.info.container ?? state.info.format).toUpperCase(),
					]
				: []),
			...(state.info.broken > 0 ? [t('{0} malformed', formats.count(state.info.broken))] : []),
		].join(' · ');
	};
	update(store.state);
	const subscription = store.subscribe((state, previous) => {
		if (isTriage(state) !== isTriage(previous)) {
			placeSearch(state);
		}
		if (state.count !== previous.count || state.info !== previous.info || state.view !== previous.view) {
			update(state);
			if (state.count !== undefined && state.reading.kind !== 'reading' && state.count !== previous.count) {
				context.announce(countWords(state, context));
			}
		}
	});
	return {
		root,
		setNotices: (known) => {
			const before = new Set(shown.map(({ text }) => text));
			setNotices(known);
			const news = shown.filter(({ text }) => !before.has(text));
			if (news.length > 0) {
				context.announce(news.map(({ text }) => text).join(' '));
			}
		},
		dispose: () => {
			subscription.dispose();
			progress.dispose();
		},
	};
}

function countWords({ count, info, view }: State, { t, formats }: Context): string {
	if (view.filters.length === 0) {
		return formats.records(info.total);
	}
	return count === undefined
		? t('… of {0}', formats.records(info.total))
		: t('{0} of {1}', formats.count(count), formats.records(info.total));
}

function foldedNotices({ host, t, formats, fail }: Context): FoldedNotices {
	const list = element('ul', { class: 'notices', 'aria-label': t('Notices') });
	oneStop(list);
	const act = (id: string) => {
		host.call('act', { id }).catch(fail);
	};
	let folds = false;
	let expanded = false;
	let count = 0;
	const button = iconButton('chevronDown', '', () => {
		expanded = !expanded;
		update();
	});
	const more = element('span', { class: 'dim' });
	const root = element('div', { class: 'notices-line' }, list, more, button);
	const update = () => {
		root.hidden = count === 0;
		button.hidden = !folds || count === 0;
		list.classList.toggle('folded', folds && !expanded);
		more.textContent = count > 1 && !expanded ? `+${formats.count(count - 1)}` : '';
		const label = expanded ? t('Show Fewer Notices') : t('Show All Notices');
		button.title = label;
		setAttribute(button, 'aria-label', label);
		setAttribute(button, 'aria-expanded', String(expanded));
	};
	update();
	return {
		root,
		show: (notices) => {
			count = notices.length;
			fill(list, ...notices.map((notice) => noticeItem(notice, act)));
			update();
		},
		fold: (next) => {
			folds = next;
			update();
		},
	};
}

/**
 * Shows the reading progress. The bar overlaps the content, so that the layout doesn't shift when the bar disappears.
 */
function readingProgress({ store, t, formats, announce }: Context): ReadingProgress {
	const bar = element('div', {
		class: 'progress',
		role: 'progressbar',
		'aria-label': t('Loading file'),
		'aria-valuemin': 0,
		'aria-valuemax': 100,
	});
	const words = element('span');
	const failure = element('p', { class: 'notice failure' });
	let announced = 0;
	const update = (reading: ReadingState) => {
		bar.hidden = words.hidden = reading.kind !== 'reading';
		failure.hidden = reading.kind !== 'failed';
		if (reading.kind === 'failed') {
			fill(failure, icon('warning'), element('span', {}, reading.message));
			announce(reading.message);
		} else if (reading.kind === 'reading') {
			const percent = reading.totalBytes > 0 ? Math.floor((reading.bytes / reading.totalBytes) * 100) : 0;
			setAttribute(bar, 'aria-valuenow', percent);
			bar.style.setProperty('--done', `${percent}%`);
			words.textContent = t('loading, {0}', formats.share(percent, 100));
			// Progress is announced in steps of 25%, because smaller steps would interrupt the screen reader too often.
			if (percent >= announced + 25) {
				announced = percent;
				announce(t('Loading file: {0}', formats.share(percent, 100)));
			}
		}
	};
	update(store.state.reading);
	const subscription = store.subscribe((state: State, previous) => {
		if (state.reading !== previous.reading) {
			update(state.reading);
			if (state.reading.kind === 'done' && previous.reading.kind === 'reading') {
				announce(t('File loaded: {0}', formats.records(state.info.total)));
			}
		}
	});
	return { bar, words, failure, dispose: () => subscription.dispose() };
}
