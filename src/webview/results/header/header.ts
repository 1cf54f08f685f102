import type { Disposable } from '../../../shared/disposables';
import type { Notice } from '../../../shared/protocols/notice';
import type { ResultsStart } from '../../../shared/protocols/resultsProtocol';
import { element } from '../../common/dom/element';
import { visibleText } from '../../common/dom/visibleText';
import type { Context } from '../context/context';
import { isTriage } from '../state/triage';
import type { State } from '../state/viewState';
import { foldedNotices } from './foldedNotices';
import { readingProgress } from './readingProgress';

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
